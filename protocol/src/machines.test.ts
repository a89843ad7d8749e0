import { expect, test } from 'vitest'
import { isFinal, type Machine, machines, next, pathTo, publicState, statesOf, transitions } from './machines.ts'

const all = Object.entries<Machine>(machines)

test.each(all)('%s: every state can be reached, and only final ones have no way on', (name, machine) => {
  expect(machine.name).toBe(name)
  for (const state of statesOf(machine)) {
    const path = pathTo(machine, state)
    const end = path.reduce((at, step) => next(machine, at, step.event)!, machine.initial)
    expect(end).toBe(state)
    expect(isFinal(machine, state)).toBe(!transitions(machine).some((step) => step.from === state))
  }
})

test('a KYB case is walked to approval and beyond in the fewest steps', () => {
  expect(pathTo(machines.kyb_case, 'draft')).toEqual([])
  expect(pathTo(machines.kyb_case, 'approved').map((step) => step.event)).toEqual([
    'submit',
    'screen',
    'clear',
    'approve',
  ])
  expect(
    pathTo(machines.kyb_case, 'offboarded')
      .map((step) => step.to)
      .slice(-2),
  ).toEqual(['suspended', 'offboarded'])
})

test('an event that the table does not have leads nowhere', () => {
  expect(next(machines.mint, 'screening', 'clear')).toBe('funded')
  expect(next(machines.mint, 'settled', 'clear')).toBeNull()
  expect(next(machines.mint, 'screening', 'toString')).toBeNull()
})

test('what is held moves on only by a release or a rejection (S1), or back to who asked for it', () => {
  const ways = all.flatMap(([name, { states }]) => {
    const held = states['held']
    return held ? [[name, Object.keys(held).toSorted()]] : []
  })
  const byPeople = ['reject', 'release']
  expect(Object.fromEntries(ways)).toEqual({
    wire: byPeople,
    mint: byPeople,
    redemption: byPeople,
    withdrawal: ['cancel', ...byPeople],
    payment_rail: byPeople,
    payment: byPeople,
    deposit: ['release'],
  })
})

test.each<[keyof typeof machines, string[]]>([
  ['withdrawal_address', ['Pending', 'Cooling', 'Confirmed', 'Rejected', 'Disabled']],
  ['wire', ['pending', 'held', 'credited', 'returned']],
  ['mint', ['pending', 'held', 'settled', 'rejected', 'canceled', 'failed']],
  ['redemption', ['pending', 'held', 'settled', 'rejected', 'failed']],
  ['withdrawal', ['pending', 'held', 'completed', 'rejected', 'canceled', 'failed']],
  ['payment_rail', ['pending', 'active', 'held', 'rejected', 'suspended', 'closed']],
  ['payment', ['pending', 'received', 'held', 'converting', 'sent', 'completed', 'rejected', 'returned', 'failed']],
  ['deposit', ['seen', 'confirming', 'screening', 'credited', 'below_minimum', 'held', 'orphaned']],
  ['order', ['New', 'Filled', 'Rejected']],
])('%s: clients see each of %j, and nothing else', (name, shown) => {
  const machine: Machine = machines[name]
  expect(new Set(statesOf(machine).map((state) => publicState(machine, state)))).toEqual(new Set(shown))
})

test('what is not for clients is not shown', () => {
  expect(publicState(machines.kyb_case, 'screening')).toBeNull()
})
