import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Sql } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { addToWatchlist, removeFromWatchlist } from '@specie/service/compliance/list/own.ts'
import { named } from '@specie/service/compliance/screening/party.ts'
import { listsNow } from '@specie/service/compliance/screening/screener.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'

// A version becomes active while others are screening in the same process.

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database.drop())

const entry = { name: `Torvandel Mikkosari ${randomUUID().slice(0, 8)}`, list: 'test', effect: 'review' } as const

/** A connection that passes on the answers to queries like this only after `release`; `asked`: the first was answered. */
function slowAt(pattern: RegExp) {
  const [open, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const query = async (what: { text: string } | string, ...rest: unknown[]) => {
    const answer = await (env.db.query as (...args: unknown[]) => Promise<unknown[]>)(what, ...rest)
    if (!pattern.test(typeof what === 'string' ? what : what.text)) return answer
    asked.resolve()
    await open.promise
    return answer
  }
  return { sql: { query } as unknown as Sql, asked: asked.promise, release: () => open.resolve() }
}

test('a party is found while a newer version, which has it too, is being read', async () => {
  await env.db.tx((tx) => addToWatchlist(tx, [entry], env.clock.now()))
  expect((await listsNow(env, env.db)).find(named(entry.name))).toHaveLength(1)

  const first = slowAt(/list_version where state = 'active'/)
  const found = listsNow(env, first.sql).then((lists) => lists.find(named(entry.name)))
  await first.asked
  await env.db.tx(async (tx) => {
    await removeFromWatchlist(tx, [entry], env.clock.now())
    await addToWatchlist(tx, [entry], env.clock.now())
  })
  const second = slowAt(/content as entry/)
  const reading = listsNow(env, second.sql)
  await second.asked
  first.release()
  for (let turns = 0; turns < 20; turns += 1) await turn()
  second.release()
  await reading
  expect(await found).toHaveLength(1)
})
