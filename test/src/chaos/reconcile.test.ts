import { expect, test } from 'vitest'
import type { Facts } from './facts.ts'
import { differencesIn } from './reconcile.ts'
import {
  acme,
  changed,
  entry,
  event,
  id,
  inbox,
  mark,
  movement,
  ours,
  payee,
  payout,
  thing,
  things,
  wallet,
  whole,
  wireIn,
  withAcme,
} from './small-world.ts'

// The judge of the chaos run can say no: one difference after the other is planted into a small world in which everything
// agrees. What people decided about institutions: reconcile-people.test.ts.

test('where everything agrees there is no difference', () => {
  expect(differencesIn(whole)).toEqual([])
})

const without = (txid: string) => whole.events.filter((one) => one.txid !== txid)
const hold = whole.holds[0]!
const reserve = whole.reserves[0]!
const arrival = whole.provider[0]!

const planted: readonly (readonly [name: string, rule: string, facts: Facts])[] = [
  ['a balance that is a cent too high', 'balance', withAcme({ totals: { ...acme.totals, CHF: 82_001n } })],
  [
    'money that came from nothing in a list',
    'stray movement',
    withAcme({
      movements: [...acme.movements, movement('CHF', 99, 1n)],
      totals: { ...acme.totals, CHF: 82_001n },
    }),
  ],
  [
    'a failed redemption that has paid',
    'moved otherwise',
    withAcme({
      movements: [...acme.movements, movement('CHF', 7, 300n)],
      totals: { ...acme.totals, CHF: 82_300n },
    }),
  ],
  [
    'a withdrawal that is half booked',
    'moved otherwise',
    withAcme({
      movements: acme.movements.map((one) => (one.ref === id(4) ? { ...one, amount: -10_000_000n } : one)),
      totals: { ...acme.totals, VCHF: 40_000_000n },
    }),
  ],
  [
    'a wire that is credited twice',
    'wire',
    withAcme({
      things: [...things, { ...things[0]!, id: id(10) }],
      movements: [...acme.movements, movement('CHF', 10, 100_000n)],
      totals: { ...acme.totals, CHF: 182_000n },
    }),
  ],
  ['a wire that the bank does not know', 'wire', { ...whole, bank: [payout] }],
  ['a wire of another institution', 'wire', { ...whole, bank: [{ ...wireIn, reference: 'another' }, payout] }],
  [
    'a recalled wire that is still credited',
    'wire',
    {
      ...whole,
      bank: [wireIn, payout, entry('B3', 'debit', 100_000n, { isReturn: true, returnOf: wireIn.endToEndId })],
    },
  ],
  [
    'a wire that nobody was credited',
    'stray entry',
    { ...whole, bank: [...whole.bank, { ...wireIn, bankref: 'B9', endToEndId: 'E-B9' }] },
  ],
  ['a payout that left twice', 'at the bank', { ...whole, bank: [...whole.bank, { ...payout, bankref: 'B8' }] }],
  ['a payout that never left', 'at the bank', { ...whole, bank: [wireIn] }],
  [
    'a completed payout that came back',
    'at the bank',
    { ...whole, bank: [...whole.bank, entry('B4', 'credit', 5_000n, { isReturn: true, returnOf: payout.endToEndId })] },
  ],
  [
    'a payout to somebody unknown',
    'stray entry',
    {
      ...whole,
      bank: [
        ...whole.bank,
        entry('B5', 'debit', 77n, { counterparty: { name: 'X', account: 'GB29NWBK60161331926819' } }),
      ],
    },
  ],
  ['a mint that is on no chain', 'on chain', { ...whole, events: without('0xm') }],
  [
    'a mint that happened twice',
    'stray event',
    { ...whole, events: [event('0xm2', 10, 100_000_000n, null, wallet), ...whole.events] },
  ],
  [
    'a failed withdrawal whose coins have left',
    'on chain',
    changed(4, { status: 'failed', end: 'undone', moves: { VCHF: 0n } }),
  ],
  ['a burn for nobody', 'stray event', { ...whole, events: [...whole.events, event('0xx', 15, 1n, ours, null)] }],
  [
    'coins that left for nobody',
    'stray event',
    { ...whole, events: [...whole.events, event('0xy', 9, 1n, ours, payee)] },
  ],
  ['a deposit in no list', 'stray event', { ...whole, events: [...whole.events, event('0xz', 15, 5n, wallet, inbox)] }],
  [
    'a deposit that the chain does not have',
    'on chain',
    { ...whole, events: whole.events.filter(({ txid }) => txid !== '0xd') },
  ],
  ['an arrival without a payment', 'at the provider', { ...whole, provider: [arrival, { ...arrival, id: 'A2' }] }],
  ['an arrival that was settled twice', 'at the provider', { ...whole, provider: [{ ...arrival, settlements: 2 }] }],
  [
    'a completed payment that the provider gave back',
    'at the provider',
    { ...whole, provider: [{ ...arrival, settlements: 0, returns: 1 }] },
  ],
  ['an arrival settled for another amount', 'at the provider', { ...whole, provider: [{ ...arrival, net: 991n }] }],
  ['supply that is not on the chain', 'supply', { ...whole, reserves: [{ ...reserve, shownSupply: { ETH: 1n } }] }],
  [
    'a held withdrawal that left',
    'hold',
    {
      ...changed(6, { status: 'completed', end: 'done', moves: { VCHF: 0n } }),
      events: [...whole.events, event('0xh', 15, 7_000_000n, ours, wallet)],
      revocations: [],
    },
  ],
  ['a held thing that went on inside', 'hold', { ...whole, holds: [{ ...hold, statusThen: 'pending' }] }],
  [
    'a hold without an answer that did not hold',
    'hold',
    { ...whole, holds: [{ ...hold, answer: null, statusThen: 'completed' }] },
  ],
  [
    'a payout that left while it was held',
    'hold',
    {
      ...whole,
      holds: [{ ...hold, thing: id(5), kind: 'payout', began: mark(12, 1), ended: mark(12, 2) }],
    },
  ],
  [
    'an arrival settled while its payment was held',
    'hold',
    {
      ...whole,
      holds: [{ ...hold, thing: id(8), kind: 'onramp', began: mark(13, 2), ended: mark(13, 2, ['A1']) }],
    },
  ],
  [
    'coins to a wallet that was revoked',
    'revoked',
    { ...whole, revocations: [{ ...whole.revocations[0]!, began: mark(11, 1) }] },
  ],
  ['coverage above the truth', 'coverage', { ...whole, reserves: [{ ...reserve, shownCoverage: 10_001n }] }],
  [
    'coverage that counts what is owed to clients',
    'coverage',
    { ...whole, reserves: [{ ...reserve, redeemed: 100n, sweptOut: 0n }] },
  ],
  [
    'coverage that counts money moved ahead',
    'coverage',
    { ...whole, reserves: [{ ...reserve, minted: 0n, sweptIn: 100n }] },
  ],
  ['a reserve that is not at the bank', 'reserve', { ...whole, reserves: [{ ...reserve, shownBalance: 15_991n }] }],
  ['a desk that sold too cheaply', 'price', { ...whole, trades: [{ ...whole.trades[0]!, sold: 3n }] }],
  ['a coin that is halted', 'halted', { ...whole, halts: ['VCHF'] }],
  ['a check that fails', 'specie check', { ...whole, check: { code: 1, said: 'L7' } }],
  ['something that never ended', 'never ended', changed(9, { status: 'pending', end: 'open' })],
]

test.each(planted)('%s is noticed', (_name, rule, facts) => {
  expect(differencesIn(facts).map((one) => one.rule)).toContain(rule)
})

const soldMint = thing(10, {
  kind: 'mint',
  status: 'rejected',
  end: 'undone',
  moves: { ETH: -5n },
  halfway: { CHF: 700n },
})
const sold = (proceeds: bigint) =>
  withAcme({
    things: [...things, soldMint],
    movements: [...acme.movements, movement('ETH', 10, -5n), movement('CHF', 10, proceeds)],
    totals: { ...acme.totals, ETH: 10n ** 16n - 5n, CHF: 82_000n + proceeds },
  })

test('a mint that was refused after its crypto was sold gives the proceeds, to the cent', () => {
  expect(differencesIn(sold(700n))).toEqual([])
  expect(differencesIn(sold(699n)).map((one) => one.rule)).toContain('moved otherwise')
})

/** Paid after the bank had refused the same once: two payouts that look alike, one of which left. */
const repeated = (debits: Facts['bank']): Facts => ({
  ...withAcme({ things: [...things, { ...things[4]!, id: id(11), status: 'failed', end: 'undone' }] }),
  bank: [wireIn, ...debits],
})

test('of two payouts that look alike one leaves when one was refused', () => {
  expect(differencesIn(repeated([payout]))).toEqual([])
  for (const debits of [[], [payout, { ...payout, bankref: 'B8' }]])
    expect(differencesIn(repeated(debits)).map((one) => one.rule)).toContain('at the bank')
})

test('what was said to be too late, or under way before a wallet was revoked, is no difference', () => {
  const late = { ...hold, answer: 'too_late' as const, statusThen: 'completed' }
  const revoked = { ...whole.revocations[0]!, began: mark(11, 1), underWay: [id(4), id(8)] }
  expect(differencesIn({ ...whole, holds: [late], revocations: [revoked] })).toEqual([])
})
