import { expect, test } from 'vitest'
import { isRefused } from './outcome.ts'

test('what was asked for and is rejected is a refusal; a cancellation that canceled is none', () => {
  expect(isRefused('addOrder', { order: { ordstatus: 'Rejected' } })).toBe(true)
  expect(isRefused('addOrder', { order: { ordstatus: 'Filled' } })).toBe(false)
  expect(isRefused('addPaymentRail', { status: 'rejected' })).toBe(true)
  expect(isRefused('cancelMint', { status: 'canceled' })).toBe(false)
  expect(isRefused('requestQuote', {})).toBe(false)
})
