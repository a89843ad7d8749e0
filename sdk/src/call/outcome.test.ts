import { isDone, isFinal, type Machine, machines, statesOf } from '@specie/protocol/machines.ts'
import { expect, test } from 'vitest'
import { kinds } from './outcome.ts'

// The states that outcome waits in are those from which something is still to come.

const machinesOf: Record<string, Machine[]> = {
  requestid: [machines.mint, machines.redemption],
  withdrawalid: [machines.withdrawal],
  depositid: [machines.wire, machines.deposit],
}

test.each(Object.entries(machinesOf))('%s: no final state is waited in, and every other one is', (id, list) => {
  const { waiting } = kinds.find((kind) => kind.id === id)!
  for (const machine of list) {
    for (const state of statesOf(machine)) {
      const shown = machine.shown[state]
      if (shown !== undefined) expect([state, waiting.includes(shown)]).toEqual([state, !isDone(machine, state)])
    }
  }
})

test('a rail that can be used is an outcome, and a payment that has ended', () => {
  const waitingOf = (id: string) => kinds.find((kind) => kind.id === id)!.waiting
  expect(waitingOf('railid')).not.toContain('active')
  expect(isFinal(machines.payment, 'returned')).toBe(true)
  expect(waitingOf('paymentid')).not.toContain('returned')
  expect(waitingOf('paymentid')).not.toContain('completed')
})
