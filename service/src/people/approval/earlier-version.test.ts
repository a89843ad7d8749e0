import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { decide, staff } from '@specie/test/people.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { expireApprovals } from './expire.ts'

// A payload of an earlier version may be invalid today. It is shown by its kind (view.ts), and its request can end like
// any other.

let database: TestDatabase | null = null
let env: Env
beforeEach(async () => {
  await database?.drop()
  database = await freshDatabase()
  env = testEnv(database)
})
afterAll(() => database?.drop())

/** Stores a request unchecked, as an earlier version would have. */
async function asked(kind: string, subject: string, payload: object, seconds: number): Promise<string> {
  const maker = await staff(env, 'operations')
  const [id, at] = [randomUUID(), env.clock.now()]
  const until = new Date(at.getTime() + seconds * 1_000)
  const values = [maker.token, id, kind, subject, JSON.stringify(payload), 'because', until, at]
  await env.db.query('select people.request_approval($1, $2, $3, $4, $5, $6, $7, $8)', values)
  return id
}

/** From a version before venues had an institution. */
const old = (seconds: number) => asked('venue.register', 'alpha', { name: 'alpha' }, seconds)

const stateOf = async (id: string) =>
  (await env.db.query<{ state: string }>('select state from people.approval where id = $1', [id]))[0]!.state

test('a request with the payload of an earlier version expires, and does not block later ones', async () => {
  const railid = randomUUID()
  const [before, other] = [await old(1), await asked('rail.resume', railid, { railid }, 2)]
  const later = { ...env, clock: { ...systemClock, now: () => new Date(systemClock.wall() + 3_600_000) } }
  await expireApprovals.run(later).catch(() => {})
  await expireApprovals.run(later).catch(() => {})
  expect(await stateOf(other)).toBe('expired')
  expect(await stateOf(before)).toBe('expired')
})

test('a request with the payload of an earlier version can be refused', async () => {
  const id = await old(3_600)
  await decide(env, await staff(env, 'treasury'), id, 'refuse', 'out of date')
  expect(await stateOf(id)).toBe('refused')
})

test('a request with the payload of an earlier version cannot be approved, and the checker gets the reason', async () => {
  const id = await old(3_600)
  await expect(decide(env, await staff(env, 'treasury'), id, 'approve')).rejects.toMatchObject({
    code: 'approval_refused',
    details: { reason: 'earlier_version' },
  })
  expect(await stateOf(id)).toBe('waiting')
})
