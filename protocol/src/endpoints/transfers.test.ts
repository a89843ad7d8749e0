import { expect, test } from 'vitest'
import { queryTransfers, queryWithdrawals, statement, withdraw } from './transfers.ts'

test('a withdrawal accepts exactly its fields', () => {
  const ask = { asset: 'CHF', quantity: '10', destination: 'main' }
  const accepts = (fields: object) => withdraw.request.safeParse(fields).success
  expect(accepts(ask)).toBe(true)
  expect(accepts({ ...ask, clreqid: 'payroll-1', validate: 'true' })).toBe(true)
  for (const wrong of [
    { asset: 'CHF', quantity: '10' },
    { ...ask, destination: '' },
    { ...ask, clreqid: 'with space' },
    { ...ask, clreqid: 'x'.repeat(65) },
    { ...ask, validate: 'yes' },
    { ...ask, memo: 'x' },
  ]) {
    expect(accepts(wrong), JSON.stringify(wrong)).toBe(false)
  }
})

test('queries filter by the states that clients see', () => {
  expect(queryWithdrawals.request.safeParse({ status: 'completed' }).success).toBe(true)
  expect(queryWithdrawals.request.safeParse({ status: 'travel_rule' }).success).toBe(false)
  expect(queryTransfers.request.safeParse({ status: 'credited', type: 'deposit', limit: '500' }).success).toBe(true)
  expect(queryTransfers.request.safeParse({ limit: '0' }).success).toBe(false)
})

test('a statement is JSON unless another format is requested, and its movements may be negative', () => {
  const period = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }
  expect(statement.request.parse(period).format).toBe('json')
  expect(statement.request.safeParse({ ...period, format: 'pdf' }).success).toBe(false)
  expect(statement.request.safeParse({ from: period.from }).success).toBe(false)
  const amount = statement.response.shape.statements.element.shape.movements.element.shape.amount
  expect([amount.safeParse('-250.5').success, amount.safeParse('1e3').success]).toEqual([true, false])
})
