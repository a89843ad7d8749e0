import { expect, test } from 'vitest'
import { stationsOf } from './stations.ts'
import type { Payment, Rail } from './words.ts'

const rail = (railtype: Rail['railtype']): Rail =>
  ({
    railtype,
    sender: { partyname: { name: 'Acme' } },
    recipient: null,
    wallet: { label: 'vault' },
  }) as unknown as Rail

const legs = (...told: string[]): Payment['legs'] =>
  told.map((text) => {
    const [leg = '', status = ''] = text.split(':')
    return { leg, status, at: '2026-11-17T10:00:00.000Z', ref: null }
  })

const drawn = (railtype: Rail['railtype'], status: string, ...told: string[]): string =>
  stationsOf(rail(railtype), { status, legs: legs(...told) })
    .map(({ key, tone }) => `${key} ${tone ?? '-'}`)
    .join(', ')

test('money that has arrived waits for the check', () => {
  expect(drawn('FiatToStablecoin', 'received', 'received:arrived')).toBe(
    'received done, screening waits, conversion -, reserve -, mint -, completed -',
  )
})

test('a leg under way is where it is, and what comes after is open', () => {
  expect(drawn('FiatToStablecoin', 'converting', 'received:arrived', 'screening:cleared', 'conversion:asked')).toBe(
    'received done, screening done, conversion waits, reserve -, mint -, completed -',
  )
})

test('a completed one is done from end to end', () => {
  const all = [
    'received:arrived',
    'screening:cleared',
    'burn:final',
    'payout:asked',
    'payout:booked',
    'completed:completed',
  ]
  expect(drawn('StablecoinToFiat', 'completed', ...all)).toBe(
    'received done, screening done, collection done, burn done, payout done, completed done',
  )
})

test('what is held is held, and what goes back ends there', () => {
  expect(drawn('FiatToStablecoin', 'held', 'received:arrived', 'screening:held')).toContain(
    'screening held, conversion -',
  )
  expect(drawn('FiatToStablecoin', 'returned', 'received:arrived', 'screening:refused', 'return:returned')).toBe(
    'received done, screening broken, return done',
  )
})
