import { jobRunner } from '@specie/service/base/jobs/runner.ts'
import { settlementClock } from '@specie/service/base/settlement-clock.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { advance } from '@specie/service/sandbox/advance.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, sandbox } from '../client.ts'
import { testEnv } from '../env.ts'
import type { RunningService } from '../programs/service.ts'
import { startUat, type Uat } from '../programs/uat.ts'

let uat: Uat
let another: RunningService

beforeAll(async () => {
  // Time passes practically only by advances.
  uat = await startUat({ SETTLEMENT_SPEED: '1' })
  another = await uat.another({ SETTLEMENT_SPEED: '1' })
})
afterAll(async () => {
  await another.stop()
  await uat.end()
})

const hour = 3_600
const settlementOf = async (origin: string): Promise<number> =>
  new Date((await get(`${origin}/sandbox/v1/clock`)).body.settlement).getTime() / 1_000

test('two parallel advances, in two processes, both take effect', async () => {
  const before = await settlementOf(uat.service.origin)
  const origins = [uat.service.origin, another.origin, uat.service.origin]
  const answers = await Promise.all(origins.map((origin) => sandbox(origin, 'clock/advance', { seconds: 5 * hour })))
  for (const { status, body } of answers) expect([status, body]).toMatchObject([200, { done: true, remaining: 0 }])
  const passed = (await settlementOf(uat.service.origin)) - before
  expect(passed).toBeGreaterThanOrEqual(15 * hour)
  expect(passed).toBeLessThan(16 * hour)
})

test('an advance stops when its caller leaves', async () => {
  const { origin } = uat.service
  const before = await settlementOf(origin)
  const leaving = new AbortController()
  const request = fetch(`${origin}/sandbox/v1/clock/advance`, {
    method: 'POST',
    headers: { 'user-agent': 'specie-test', 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 31 * 24 * hour }),
    signal: leaving.signal,
  })
  const passed = async () => (await settlementOf(origin)) - before
  await expect.poll(passed, { interval: 10 }).toBeGreaterThan(2 * hour)
  leaving.abort()
  await expect(request).rejects.toThrow()
  // The next one starts as soon as that one has stopped.
  expect(await sandbox(origin, 'clock/advance', { seconds: 60 })).toMatchObject({ status: 200, body: { done: true } })
  expect(await passed()).toBeLessThan(30 * 24 * hour)
})

test('a value that claims to be of no type is refused in a clear sentence', async () => {
  const { status, body } = await sandbox(uat.service.origin, 'clock/advance', { seconds: { constructor: 'x' } })
  expect([status, body.details]).toEqual([400, { field: 'seconds', rule: 'invalid_type' }])
  expect(body.message).toBe(
    'seconds: a number. Correct the field in details.field; details.rule names the rule that it breaks.',
  )
})

test('an advance that never settles ends in time and reports its progress', async () => {
  const clock = await settlementClock(systemClock, uat.database.app, 1)
  const env = testEnv(uat.database, { clock })
  const time = new AbortController()
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 20) time.abort()
    return 1
  }
  const busy = jobRunner(env.db, [{ name: 'test.busy', everyMs: 60_000, run }], () => {})
  const controls = { clock, settle: (signal: AbortSignal) => busy.settle(env, signal) }
  expect(await advance(env, controls, 5 * hour, time.signal)).toEqual({ done: false, remaining: 4 * hour })
  await busy.stop()
})
