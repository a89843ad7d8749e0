import { expect, test } from 'vitest'
import { type Change, movementsOf, shownSteps, type Step } from './timeline-steps.ts'

const at = '2026-03-02T10:00:00.000Z'
const steps = (...states: Step['state'][]): Step[] => states.map((state) => ({ state, at }))
const hold = { reason: 'aml_review' as const, since: '2026-03-02T11:00:00.000Z', message: '' } as Change['hold']

test('a wait for the reserve is not a step; a later hold is a step', () => {
  const taken = steps('requested', 'screening', 'funded', 'waiting_reserve', 'funded')
  expect(shownSteps(taken, { hold: null })).toEqual(steps('requested', 'screening', 'funded'))
  expect(shownSteps(taken, { hold }).at(-1)).toEqual({ state: 'held', at: hold!.since })
  expect(shownSteps(steps('requested', 'screening', 'held'), { hold })).toHaveLength(3)
})

test('coins to a wallet and money to a bank never enter the balance', () => {
  const mint = { type: 'mint', asset: 'VCHF', quantity: '100', spent: '101', spent_currency: 'CHF' } as Change
  const out = { asset: 'CHF', amount: '-101' }
  expect(movementsOf({ ...mint, destination: null })).toEqual([out, { asset: 'VCHF', amount: '100' }])
  expect(movementsOf({ ...mint, destination: 'vault' })).toEqual([out])
})
