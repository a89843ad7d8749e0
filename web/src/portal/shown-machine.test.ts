import { machines } from '@specie/protocol/machines.ts'
import { pathAhead } from '@specie/protocol/path-ahead.ts'
import { expect, test } from 'vitest'
import { shownMachine } from './shown-machine.ts'

test('a wire has the states that clients see, and leads to its credit', () => {
  const wire = shownMachine(machines.wire)
  expect(Object.keys(wire.states).toSorted()).toEqual(['credited', 'frozen', 'held', 'pending', 'returned'])
  expect([wire.initial, pathAhead(wire, 'pending', 'credited')]).toEqual(['pending', ['credited']])
})

test('a payment goes from received to completed', () => {
  const payment = shownMachine(machines.payment)
  expect(pathAhead(payment, 'received', 'completed')).toEqual(['pending', 'converting', 'sent', 'completed'])
})
