import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimKeeper, type Keeper } from './claim-keeper.ts'
import { openSessions, type Session, type Sessions } from './sessions.ts'

let database: TestDatabase
let sessions: Sessions
let keepers: Keeper[]

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  const options = {
    url: database.url,
    role: 'specie_app',
    kind: 'jobs',
    application: 'test',
    max: 1,
    patience: 1,
    types: pg.types,
  } as const
  sessions = openSessions({ ...options, onError: () => {} })
  keepers = []
})
afterEach(async () => {
  await Promise.all(keepers.map((keeper) => keeper.close()))
  await sessions.close()
})

/** A process of the service. */
function process(over: Partial<Sessions> = {}): Keeper {
  const keeper = claimKeeper({ ...sessions, ...over }, () => {})
  keepers.push(keeper)
  return keeper
}

const names = Array.from({ length: 40 }, (_, n) => `job ${n}`)

test('when two processes claim the same work at once, each piece goes to one, and either can claim it afterwards', async () => {
  const both = [process(), process()]
  const { promise: end, resolve } = Promise.withResolvers<void>()
  let answers = 0
  const answered = () => {
    if ((answers += 1) === 2 * names.length) resolve()
  }
  const begin = async (keeper: Keeper, name: string) => {
    const work = async () => {
      answered()
      await end
      return name
    }
    const done = await keeper.exclusive(name, work)
    if (done === null) answered()
    return done
  }
  const done = await Promise.all(both.flatMap((keeper) => names.map((name) => begin(keeper, name))))
  expect(done.filter((name) => name !== null).toSorted()).toEqual(names.toSorted())
  for (const keeper of both)
    expect(await Promise.all(names.map((name) => keeper.exclusive(name, async () => name)))).toEqual(names)
})

test('work can be claimed again although an earlier session ends late', async () => {
  const opened: Session[] = []
  const one = process({
    open: async () => {
      const session = await sessions.open()
      // The first statement of the first session is canceled.
      if (opened.push(session) === 1) session.query = () => Promise.reject(new Error('canceled')) as never
      return session
    },
  })
  const ended = async () => {
    await opened[0]!.end()
    return 'done'
  }
  expect(await one.exclusive('work', ended)).toBe('done')
  expect(await process().exclusive('work', async () => 'free')).toBe('free')
})
