import { expect, test } from 'vitest'
import { stopInOrder } from './stop-in-order.ts'

const done = (what: string, told: string[]) => ({ what: () => what, stop: async () => told.push(what) })

test('everything is stopped in order, and no delay is reported', async () => {
  const told: string[] = []
  await stopInOrder([done('requests', told), done('jobs', told)], 60_000, (what) => told.push(`late: ${what}`))
  expect(told).toEqual(['requests', 'jobs'])
})

test('a stop that takes too long says what it was waiting for', async () => {
  const told: string[] = []
  const jobs = ['job bank.poll', 'job chains.send']
  const stuck = { what: () => jobs.join(', '), stop: () => new Promise(() => {}) }
  const late = Promise.withResolvers<string>()
  void stopInOrder([done('requests', told), stuck, done('sessions', told)], 20, late.resolve)
  jobs.pop()
  expect(await late.promise).toBe('job bank.poll')
  expect(told).toEqual(['requests'])
})
