import { isDone, type Machine, machines, statesOf } from '@specie/protocol/machines.ts'
import { expect, test } from 'vitest'
import { exitCodeOf, isRefused } from './outcome.ts'

test('what was asked for and is rejected is a refusal; a cancellation that canceled is none', () => {
  expect(isRefused('addOrder', { order: { ordstatus: 'Rejected' } })).toBe(true)
  expect(isRefused('addOrder', { order: { ordstatus: 'Filled' } })).toBe(false)
  expect(isRefused('addPaymentRail', { status: 'rejected' })).toBe(true)
  expect(isRefused('cancelMint', { status: 'canceled' })).toBe(false)
  expect(isRefused('requestQuote', {})).toBe(false)
})

test('every final state that clients see ends --watch with 0 when it is what was asked for, and otherwise with 1', () => {
  const asked: Machine[] = [machines.mint, machines.redemption, machines.withdrawal, machines.payment_rail]
  const wanted = ['settled', 'completed', 'active', 'suspended']
  for (const machine of asked) {
    for (const state of statesOf(machine)) {
      const status = machine.shown[state]
      if (status === undefined || !isDone(machine, state)) continue
      expect([machine.name, status, exitCodeOf({ status })]).toEqual([
        machine.name,
        status,
        wanted.includes(status) ? 0 : 1,
      ])
    }
  }
})
