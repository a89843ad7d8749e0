import { newProcess } from '@specie/test/memory.ts'
import { post } from '@specie/test/post.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { type Db, OutcomeUnknown } from '../../base/database/db.ts'
import { knownIds } from './account-ids.ts'
import { account } from '../chart.ts'
import { closePeriod } from './close-period.ts'
import { retryOnConnectionLoss } from './retry-on-connection-loss.ts'
import { credit, debit } from './journal.ts'

// Which errors are retried, how often, and when retrying ends. No time passes.

const slept = vi.hoisted(() => [] as number[])
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void slept.push(ms) }))
beforeEach(() => void slept.splice(0))

const env = newProcess()
const withCode = (code: string) => Object.assign(new Error(`refused with ${code}`), { code })
const lost = withCode('ECONNRESET')

/** Fails with these errors in order, then returns how often it was called. */
function failing(...errors: Error[]) {
  let calls = 0
  return Object.assign(
    async () => {
      const error = errors[calls++]
      if (error) throw error
      return calls
    },
    { asked: () => calls },
  )
}

const what = () => '3 journals'

test('a database that returns within six seconds costs only time', async () => {
  const work = failing(...Array.from({ length: 8 }, () => lost))
  expect(await retryOnConnectionLoss(env, what, work)).toBe(9)
  expect(slept).toEqual([20, 50, 100, 200, 400, 800, 1_600, 3_200])
})

test('after that the outcome is unknown', async () => {
  const work = failing(...Array.from({ length: 9 }, () => lost))
  const thrown = await retryOnConnectionLoss(env, what, work).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(OutcomeUnknown)
  expect(thrown).toMatchObject({
    cause: lost,
    message: expect.stringMatching(/^The database was lost while posting 3 journals\. The outcome is unknown/),
  })
  expect(work.asked()).toBe(9)
})

test('the error names what was being posted', async () => {
  const away = { query: () => Promise.reject(lost) } as unknown as Db
  const lines = [debit(account('client', 'bank', 'CHF'), 5n), credit(account('client', 'returns', 'CHF'), 5n)]
  await expect(post({ db: away, clock: systemClock }, { key: 'wire:1', kind: 'wire', lines })).rejects.toThrow(
    'lost while posting 1 journals (first: wire:1).',
  )
  await expect(closePeriod({ ...env, db: away }, 'acme', new Date())).rejects.toThrow(
    'posting the end of a period of acme.',
  )
})

test('after a connection loss the outcome is looked up, where that is possible', async () => {
  const work = failing(lost)
  const found = failing(lost)
  expect(await retryOnConnectionLoss(env, what, work, found)).toBe(2)
  expect([work.asked(), found.asked()]).toEqual([1, 2])
})

test('after a connection loss no account id is cached: a standby that took over may not have them', async () => {
  knownIds(env).set('client/bank/CHF', 7)
  await retryOnConnectionLoss(env, what, failing())
  expect(knownIds(env).size).toBe(1)
  await retryOnConnectionLoss(env, what, failing(lost))
  expect(knownIds(env).size).toBe(0)
})

test.each(['23505', '40P01', '40001'])('a conflict (%s) is retried at once, five times in all', async (code) => {
  const conflicts = (n: number) => Array.from({ length: n }, () => withCode(code))
  expect(await retryOnConnectionLoss(env, what, failing(...conflicts(4)))).toBe(5)
  expect(slept).toEqual([])
  const work = failing(...conflicts(5))
  await expect(retryOnConnectionLoss(env, what, work)).rejects.toMatchObject({ code })
  expect(work.asked()).toBe(5)
})

test('a conflict after a connection loss retries the lookup', async () => {
  const found = failing(withCode('40001'))
  expect(await retryOnConnectionLoss(env, what, failing(lost), found)).toBe(2)
})

test('any other error is thrown at once', async () => {
  const work = failing(withCode('42501'))
  await expect(retryOnConnectionLoss(env, what, work)).rejects.toMatchObject({ code: '42501' })
  expect(work.asked()).toBe(1)
})
