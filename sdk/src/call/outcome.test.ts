import { isDone, type Machine, machines, statesOf } from '@specie/protocol/machines.ts'
import { expect, test } from 'vitest'
import type { Calls } from '../generated/calls.gen.ts'
import type { Context } from './context.ts'
import { kinds, outcomeOf, type Progress } from './outcome.ts'

// `outcome` waits in exactly the states from which more follows.

const machinesOf: Record<string, Machine[]> = {
  requestid: [machines.mint, machines.redemption],
  withdrawalid: [machines.withdrawal],
  paymentid: [machines.payment],
  railid: [machines.payment_rail],
  depositid: [machines.wire, machines.deposit],
}

/** Not final, but the goal: a rail is set up when it is active, independent of its later states. */
const reached: Record<string, string[]> = { railid: ['active', 'suspended'] }

test.each(kinds.map(({ id }) => id))('%s: it waits in every state that is not final, and in no other', (id) => {
  const { waiting } = kinds.find((kind) => kind.id === id)!
  for (const machine of machinesOf[id]!) {
    for (const state of statesOf(machine)) {
      const shown = machine.shown[state]
      const isOver = isDone(machine, state) || (reached[id] ?? []).includes(state)
      if (shown !== undefined) expect([state, waiting.includes(shown)]).toEqual([state, !isOver])
    }
  }
})

/** Clients see their states, but there is nothing to follow. */
const notFollowed: Machine[] = [
  machines.travel_rule, // between providers
  machines.order, // answered at its end
  machines.hold, // part of its subject
  machines.withdrawal_address, // made in the portal
]

test('every machine with client states is followed, or listed as not followed', () => {
  const known = [...Object.values(machinesOf).flat(), ...notFollowed]
  const shown = Object.values<Machine>(machines).filter((machine) => Object.keys(machine.shown).length > 0)
  expect(shown.filter((machine) => !known.includes(machine)).map(({ name }) => name)).toEqual([])
})

/** `outcome` over a payment with these states, one at each look-up; the last one stays. */
function following(states: string[], signal?: AbortSignal) {
  const answer: Progress[] = []
  let look = 0
  const queryPayments = async () => ({
    payments: [{ paymentid: 'p', status: states[Math.min(look++, states.length - 1)], reason: 'returned by the bank' }],
  })
  const context = { base: 'https://desk.example/', signal: undefined } as unknown as Context
  const outcome = outcomeOf(context, { queryPayments } as unknown as Calls)
  return {
    told: answer,
    end: outcome({ paymentid: 'p' }, { everyMs: 1, signal, onProgress: (progress) => answer.push(progress) }),
  }
}

test('a failed payment is followed into its second attempt', async () => {
  const { told, end } = following(['sent', 'failed', 'sent', 'completed'])
  expect(await end).toMatchObject({ status: 'completed' })
  expect(told.map(({ status }) => status)).toEqual(['sent', 'failed', 'sent', 'completed'])
})

test('a payment that stays failed is reported, with its reason, and a signal ends the wait', async () => {
  const { told, end } = following(['sent', 'failed'], AbortSignal.timeout(50))
  await expect(end).rejects.toMatchObject({ code: 'aborted' })
  expect(told.at(-1)).toMatchObject({ status: 'failed', reason: 'returned by the bank' })
})
