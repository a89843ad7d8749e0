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

test('an open leg is the current one, and later stations are open', () => {
  expect(drawn('FiatToStablecoin', 'converting', 'received:arrived', 'screening:cleared', 'conversion:asked')).toBe(
    'received done, screening done, conversion waits, reserve -, mint -, completed -',
  )
})

test('all stations of a completed payment are done', () => {
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

test('a held payment waits at its leg, and a returned one ends there', () => {
  expect(drawn('FiatToStablecoin', 'held', 'received:arrived', 'screening:held')).toContain(
    'screening held, conversion -',
  )
  expect(drawn('FiatToStablecoin', 'returned', 'received:arrived', 'screening:refused', 'return:returned')).toBe(
    'received done, screening broken, return done',
  )
})

test('a rejected payment that is not returned yet waits for its return, at the end', () => {
  expect(drawn('FiatToStablecoin', 'rejected', 'received:arrived', 'screening:refused')).toBe(
    'received done, screening broken, return -',
  )
  expect(drawn('FiatToStablecoin', 'rejected', 'received:arrived', 'screening:cleared')).toBe(
    'received done, screening done, return waits',
  )
  expect(drawn('FiatToStablecoin', 'rejected', 'received:arrived', 'screening:refused', 'return:asked')).toBe(
    'received done, screening broken, return waits',
  )
})

test.each([
  ['asked', 'waits'],
  ['funding', 'waits'],
  ['sent', 'waits'],
  ['resumed', 'waits'],
  ['under review', 'waits'],
  ['held', 'held'],
  ['refused', 'broken'],
  ['rejected', 'broken'],
  ['failed', 'broken'],
  ['canceled', 'broken'],
  ['booked', 'done'],
])('a leg that is %s is drawn as %s', (status, tone) => {
  expect(drawn('StablecoinToFiat', 'sent', 'received:arrived', 'screening:cleared', `payout:${status}`)).toContain(
    `payout ${tone}`,
  )
})

test('stations have their names', () => {
  const titles = (railtype: Rail['railtype'], over: object = {}) =>
    stationsOf({ ...rail(railtype), ...over }, { status: 'received', legs: [] }).map(({ title }) => title)
  expect(titles('FiatToStablecoin')).toEqual(['Acme', 'Checked', 'Provider', 'Reserve', 'Minted', 'vault'])
  expect(titles('FiatToStablecoin', { wallet: null }).at(-1)).toBe('Your wallet')
  expect(titles('StablecoinToFiat')).toEqual(['Acme', 'Checked', 'Collected', 'Burned', 'Bank', 'Acme'])
  const recipient = { partyname: { name: 'Widget Ltd' } }
  expect(titles('StablecoinToFiat', { recipient }).at(-1)).toBe('Widget Ltd')
})

test('a station has the time and the reference of its last leg', () => {
  const told = [
    { leg: 'received', status: 'arrived', at: '2026-11-17T10:00:00.000Z', ref: 'a' },
    { leg: 'received', status: 'arrived', at: '2026-11-17T11:00:00.000Z', ref: 'b' },
  ]
  const [first, second] = stationsOf(rail('FiatToStablecoin'), { status: 'received', legs: told })
  expect(first).toMatchObject({ at: '2026-11-17T11:00:00.000Z', ref: 'b' })
  expect(second).toMatchObject({ at: null, ref: null })
})
