import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  isDone,
  isFinal,
  type Machine,
  machines,
  next,
  pathTo,
  publicState,
  statesBehind,
  statesOf,
  transitions,
} from './machines.ts'

const all = Object.entries<Machine>(machines)

test.each(all)('%s: every state can be reached, and only final ones have no next step', (name, machine) => {
  expect(machine.name).toBe(name)
  for (const state of statesOf(machine)) {
    const path = pathTo(machine, state)
    const end = path.reduce((at, step) => next(machine, at, step.event)!, machine.initial)
    expect(end).toBe(state)
    expect(isFinal(machine, state)).toBe(!transitions(machine).some((step) => step.from === state))
  }
})

const page = readFileSync(new URL('../../docs/states.md', import.meta.url), 'utf8')

test.each(all)('%s: its steps match docs/states.md', (name, machine) => {
  const chapter = page.split(/^## /m).find((text) => text.startsWith(`${name}\n`))!
  const [begin, ...steps] = [...chapter.matchAll(/^ {2}(\S+) --> (\w+)(?:: (\w+))?$/gm)]
  expect(begin?.slice(1, 3)).toEqual(['[*]', machine.initial])
  expect(transitions(machine)).toEqual(steps.map(([, from, to, event]) => ({ from, event, to })))
})

test('the shortest path takes a KYB case to approval and beyond', () => {
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

test('of several paths the first step to the target is taken', () => {
  expect(pathTo(machines.withdrawal_address, 'rejected').map((step) => step.event)).toEqual(['reject'])
})

test('an unknown state has no path', () => {
  const strange = 'nowhere' as 'draft'
  expect(() => pathTo(machines.kyb_case, strange)).toThrow('kyb_case: no way leads to nowhere')
})

test('an unknown event leads nowhere', () => {
  expect(next(machines.mint, 'screening', 'clear')).toBe('funded')
  expect(next(machines.mint, 'settled', 'clear')).toBeNull()
  expect(next(machines.mint, 'screening', 'toString')).toBeNull()
})

test('a held operation continues only by a decision of people (S1), a cancellation of its requester, or when its chain drops it', () => {
  const ways = all.flatMap(([name, { states }]) => {
    const held = states['held']
    return held ? [[name, Object.keys(held).toSorted()]] : []
  })
  const byPeople = ['reject', 'release']
  expect(Object.fromEntries(ways)).toEqual({
    wire: ['freeze', ...byPeople],
    mint: byPeople,
    redemption: byPeople,
    withdrawal: ['cancel', ...byPeople],
    payment_rail: byPeople,
    payment: byPeople,
    deposit: ['freeze', 'orphan', 'release', 'return'],
  })
})

test.each<[keyof typeof machines, string[]]>([
  ['withdrawal_address', ['Pending', 'Cooling', 'Confirmed', 'Rejected', 'Disabled']],
  ['wire', ['pending', 'held', 'credited', 'returned', 'frozen']],
  ['mint', ['pending', 'held', 'settled', 'rejected', 'canceled', 'failed']],
  ['redemption', ['pending', 'held', 'settled', 'rejected', 'failed']],
  ['withdrawal', ['pending', 'held', 'completed', 'rejected', 'canceled', 'failed']],
  ['payment_rail', ['pending', 'active', 'held', 'rejected', 'suspended', 'closed']],
  [
    'payment',
    ['pending', 'received', 'held', 'converting', 'sent', 'completed', 'rejected', 'returned', 'credited', 'failed'],
  ],
  [
    'deposit',
    [
      'seen',
      'confirming',
      'screening',
      'credited',
      'below_minimum',
      'held',
      'returning',
      'returned',
      'frozen',
      'orphaned',
    ],
  ],
  ['order', ['New', 'Filled', 'Rejected']],
])('%s: clients see exactly %j', (name, shown) => {
  const machine: Machine = machines[name]
  expect(new Set(statesOf(machine).map((state) => publicState(machine, state)))).toEqual(new Set(shown))
})

test('a hold admits outside events only, and a completed operation cannot be held', () => {
  const answer = all.flatMap(([name, { facts, done }]) =>
    facts.length + done.length > 0 ? [[name, [facts, done]]] : [],
  )
  expect(Object.fromEntries(answer)).toEqual({
    wire: [
      ['attribute', 'lose', 'screen', 'hold', 'send_back', 'reject', 'return', 'come_back', 'recall', 'freeze'],
      ['credited', 'returned', 'frozen'],
    ],
    deposit: [
      ['include', 'confirm', 'orphan', 'hold', 'freeze', 'deliver'],
      ['credited', 'frozen'],
    ],
    mint: [['screen', 'hold', 'broadcast', 'replace'], []],
    redemption: [['screen', 'hold', 'broadcast', 'pay', 'settle'], []],
    withdrawal: [['screen', 'hold', 'broadcast', 'complete'], ['completed']],
    payment_rail: [['hold', 'suspend', 'reinstate', 'close'], []],
    payment: [['screen', 'hold', 'complete', 'fail', 'return'], ['completed']],
  })
})

test.each<[string, boolean, string]>([
  ['screening', true, 'held'],
  ['credited', false, 'credited'], // a bank may still recall it, but it is not held
  ['returned', false, 'returned'],
])('a wire that is %s can be held: %s, and is then shown as %s', (state, canBeHeld, shown) => {
  const wire: Machine = machines.wire
  expect(isDone(wire, state)).toBe(!canBeHeld)
  expect(publicState(wire, state, true)).toBe(shown)
})

test('a filter by a client state covers every internal state of that name; no filter covers all', () => {
  expect(statesBehind(machines.wire, 'pending')).toEqual([
    'booked',
    'unidentified',
    'attributed',
    'screening',
    'return_pending',
  ])
  expect(statesBehind(machines.wire, 'returned')).toEqual(['returned', 'recalled'])
  expect(statesBehind(machines.wire, 'unheard of')).toEqual([])
  expect(statesBehind(machines.wire, undefined)).toBeNull()
  expect(statesBehind(machines.hold, 'held')).toEqual(['placed', 'under_review', 'frozen'])
})

test('internal states are not shown', () => {
  expect(publicState(machines.kyb_case, 'screening')).toBeNull()
})
