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
  rowOf,
  operations,
  wallet,
  whole,
  wireIn,
  withAcme,
} from './small-world.ts'

// The judge of the chaos run detects differences: each is planted into a small, consistent world. Decisions of people about
// institutions: reconcile-people.test.ts.

test('a consistent world has no difference', () => {
  expect(differencesIn(whole)).toEqual([])
})

const without = (txid: string) => whole.events.filter((one) => one.txid !== txid)
const hold = whole.holds[0]!
const reserve = whole.reserves[0]!
const arrival = whole.provider[0]!

const planted: readonly (readonly [name: string, rule: string, facts: Facts])[] = [
  ['a balance a cent too high', 'balance', withAcme({ totals: { ...acme.totals, CHF: 82_001n } })],
  [
    'money without a source in a list',
    'stray movement',
    withAcme({
      movements: [...acme.movements, movement('CHF', 99, 1n)],
      totals: { ...acme.totals, CHF: 82_001n },
    }),
  ],
  [
    'a failed redemption that was paid',
    'moved otherwise',
    withAcme({
      movements: [...acme.movements, movement('CHF', 7, 300n)],
      totals: { ...acme.totals, CHF: 82_300n },
    }),
  ],
  [
    'a half booked withdrawal',
    'moved otherwise',
    withAcme({
      movements: acme.movements.map((one) => (one.ref === id(4) ? { ...one, amount: -10_000_000n } : one)),
      totals: { ...acme.totals, VCHF: 40_000_000n },
    }),
  ],
  [
    'a wire credited twice',
    'wire',
    withAcme({
      things: [...operations, { ...operations[0]!, id: id(10) }],
      movements: [...acme.movements, movement('CHF', 10, 100_000n)],
      totals: { ...acme.totals, CHF: 182_000n },
    }),
  ],
  ['a wire unknown to the bank', 'wire', { ...whole, bank: [payout] }],
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
    'a wire that was not credited',
    'stray entry',
    { ...whole, bank: [...whole.bank, { ...wireIn, bankref: 'B9', endToEndId: 'E-B9' }] },
  ],
  ['a payout that left twice', 'at the bank', { ...whole, bank: [...whole.bank, { ...payout, bankref: 'B8' }] }],
  ['a payout that never left', 'at the bank', { ...whole, bank: [wireIn] }],
  [
    'a completed payout that was returned',
    'at the bank',
    { ...whole, bank: [...whole.bank, entry('B4', 'credit', 5_000n, { isReturn: true, returnOf: payout.endToEndId })] },
  ],
  [
    'a payout to an unknown account',
    'stray entry',
    {
      ...whole,
      bank: [
        ...whole.bank,
        entry('B5', 'debit', 77n, { counterparty: { name: 'X', account: 'GB29NWBK60161331926819' } }),
      ],
    },
  ],
  ['a mint without its event', 'on chain', { ...whole, events: without('0xm') }],
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
  [
    'a burn without a request',
    'stray event',
    { ...whole, events: [...whole.events, event('0xx', 15, 1n, ours, null)] },
  ],
  [
    'coins sent without a request',
    'stray event',
    { ...whole, events: [...whole.events, event('0xy', 9, 1n, ours, payee)] },
  ],
  ['a deposit in no list', 'stray event', { ...whole, events: [...whole.events, event('0xz', 15, 5n, wallet, inbox)] }],
  ['a deposit without its event', 'on chain', { ...whole, events: whole.events.filter(({ txid }) => txid !== '0xd') }],
  ['an arrival without a payment', 'at the provider', { ...whole, provider: [arrival, { ...arrival, id: 'A2' }] }],
  ['an arrival that was settled twice', 'at the provider', { ...whole, provider: [{ ...arrival, settlements: 2 }] }],
  [
    'a completed payment that the provider returned',
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
  ['a held operation that continued internally', 'hold', { ...whole, holds: [{ ...hold, statusThen: 'pending' }] }],
  [
    'an unanswered hold without an effect',
    'hold',
    { ...whole, holds: [{ ...hold, answer: null, statusThen: 'completed' }] },
  ],
  [
    'a payout that left during its hold',
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
    'coins to a revoked wallet',
    'revoked',
    { ...whole, revocations: [{ ...whole.revocations[0]!, began: mark(11, 1) }] },
  ],
  ['coverage above the truth', 'coverage', { ...whole, reserves: [{ ...reserve, shownCoverage: 10_001n }] }],
  [
    'coverage that counts money owed to clients',
    'coverage',
    { ...whole, reserves: [{ ...reserve, redeemed: 100n, sweptOut: 0n }] },
  ],
  [
    'coverage that counts prefunded money',
    'coverage',
    { ...whole, reserves: [{ ...reserve, minted: 0n, sweptIn: 100n }] },
  ],
  ['a reserve that is not at the bank', 'reserve', { ...whole, reserves: [{ ...reserve, shownBalance: 15_991n }] }],
  ['a desk that sold too cheaply', 'price', { ...whole, trades: [{ ...whole.trades[0]!, sold: 3n }] }],
  ['a coin that is halted', 'halted', { ...whole, halts: ['VCHF'] }],
  ['a check that fails', 'specie check', { ...whole, check: { code: 1, said: 'L7' } }],
  ['an operation that never ended', 'never ended', changed(9, { status: 'pending', end: 'open' })],
]

test.each(planted)('%s is detected', (_name, rule, facts) => {
  expect(differencesIn(facts).map((one) => one.rule)).toContain(rule)
})

const soldMint = rowOf(10, {
  kind: 'mint',
  status: 'rejected',
  end: 'undone',
  moves: { ETH: -5n },
  halfway: { CHF: 700n },
})
const sold = (proceeds: bigint) =>
  withAcme({
    things: [...operations, soldMint],
    movements: [...acme.movements, movement('ETH', 10, -5n), movement('CHF', 10, proceeds)],
    totals: { ...acme.totals, ETH: 10n ** 16n - 5n, CHF: 82_000n + proceeds },
  })

test('a mint refused after the sale of its crypto returns the proceeds, to the cent', () => {
  expect(differencesIn(sold(700n))).toEqual([])
  expect(differencesIn(sold(699n)).map((one) => one.rule)).toContain('moved otherwise')
})

/** Paid after the bank had refused the same once: two identical payouts, one of which left. */
const repeated = (debits: Facts['bank']): Facts => ({
  ...withAcme({ things: [...operations, { ...operations[4]!, id: id(11), status: 'failed', end: 'undone' }] }),
  bank: [wireIn, ...debits],
})

test('of two identical payouts one leaves when one was refused', () => {
  expect(differencesIn(repeated([payout]))).toEqual([])
  for (const debits of [[], [payout, { ...payout, bankref: 'B8' }]])
    expect(differencesIn(repeated(debits)).map((one) => one.rule)).toContain('at the bank')
})

test('a reported late hold, or a transfer before the revocation of its wallet, is no difference', () => {
  const late = { ...hold, answer: 'too_late' as const, statusThen: 'completed' }
  const revoked = { ...whole.revocations[0]!, began: mark(11, 1), underWay: [id(4), id(8)] }
  expect(differencesIn({ ...whole, holds: [late], revocations: [revoked] })).toEqual([])
})
