import { expect, test } from 'vitest'
import type { BankFact, ChainEvent, Facts, InstitutionFact, Thing } from './facts.ts'
import { differencesIn } from './reconcile.ts'

// The judge of the chaos run can say no: a small world in which everything agrees, and one difference after the other
// planted into it.

const ours = '0x00000000000000000000000000000000000000aa'
const wallet = '0x00000000000000000000000000000000000000bb'
const inbox = '0x00000000000000000000000000000000000000cc'
const payee = 'CH9300762011623852957'
const id = (n: number) => `01a1dd43-ac0c-7e54-8089-${String(n).padStart(12, '0')}`
const mark = (block: number, file: number, gone: string[] = []) => ({ blocks: { ETH: block }, file, gone })

const thing = (n: number, over: Partial<Thing> & Pick<Thing, 'kind'>): Thing => ({
  id: id(n),
  institution: 'acme',
  status: 'settled',
  end: 'done',
  moves: {},
  mayCost: {},
  halfway: {},
  claims: [],
  to: null,
  row: {},
  ...over,
})

const coins = (what: 'mint' | 'burn' | 'in' | 'out', txid: string, amount: bigint, to: string | null) =>
  ({ at: 'chain', chain: 'ETH', asset: 'VCHF', what, txids: [txid], to, amount }) as const

const things: Thing[] = [
  thing(1, {
    kind: 'wire',
    status: 'credited',
    moves: { CHF: 100_000n },
    claims: [{ at: 'wire', bankref: 'B1', currency: 'CHF', amount: 100_000n }],
  }),
  thing(2, {
    kind: 'mint',
    moves: { CHF: -10_000n },
    to: wallet,
    claims: [coins('mint', '0xm', 100_000_000n, wallet)],
  }),
  thing(3, {
    kind: 'deposit',
    status: 'credited',
    moves: { VCHF: 50_000_000n },
    claims: [coins('in', '0xd', 50_000_000n, inbox)],
    row: { txid: '0xd' },
  }),
  thing(4, {
    kind: 'withdrawal',
    status: 'completed',
    moves: { VCHF: -20_000_000n },
    to: wallet,
    claims: [coins('out', '0xw', 20_000_000n, wallet)],
  }),
  thing(5, {
    kind: 'payout',
    status: 'completed',
    moves: { CHF: -5_000n },
    claims: [{ at: 'bank', currency: 'CHF', to: payee, amount: 5_000n, stays: 1 }],
  }),
  thing(6, {
    kind: 'withdrawal',
    status: 'held',
    end: 'open',
    moves: { VCHF: -7_000_000n },
    to: wallet,
    claims: [coins('out', '0xh', 7_000_000n, wallet)],
  }),
  thing(7, {
    kind: 'redemption',
    status: 'failed',
    end: 'undone',
    moves: { VCHF: -3_000_000n, CHF: 300n },
    claims: [coins('burn', '0xr', 3_000_000n, null)],
  }),
  thing(8, {
    kind: 'onramp',
    status: 'completed',
    to: wallet,
    claims: [
      { at: 'provider', arrival: 'A1', outcome: 'settled', net: 990n },
      coins('mint', '0xp', 9_900_000n, wallet),
    ],
    row: { legs: [{ ref: 'A1' }] },
  }),
  thing(9, { kind: 'order', status: 'Filled', moves: { CHF: -3_000n, ETH: 10n ** 16n } }),
]

const movement = (asset: string, n: number, amount: bigint) => ({ asset, ref: id(n), kind: 'moved', amount })

const acme: InstitutionFact = {
  id: 'acme',
  name: 'Acme',
  things,
  movements: [
    movement('CHF', 1, 100_000n),
    movement('CHF', 2, -10_000n),
    movement('VCHF', 3, 50_000_000n),
    movement('VCHF', 4, -20_000_000n),
    movement('CHF', 5, -5_000n),
    movement('CHF', 9, -3_000n),
    { ...movement('ETH', 9, 10n ** 16n), ref: `order:${id(9)}:settled` },
  ],
  totals: { CHF: 82_000n, VCHF: 30_000_000n, ETH: 10n ** 16n },
  references: ['210000000003139471430009017'],
  inboxes: [inbox],
  wallets: [wallet],
  accounts: [payee],
}

const event = (txid: string, block: number, amount: bigint, from: string | null, to: string | null): ChainEvent => ({
  chain: 'ETH',
  asset: 'VCHF',
  from,
  to,
  amount,
  txid,
  block,
})

const entry = (bankref: string, direction: 'credit' | 'debit', amount: bigint, over: Partial<BankFact>): BankFact => ({
  account: 'CH0308998000010010010',
  purpose: 'client_money',
  currency: 'CHF',
  file: 1,
  bankref,
  direction,
  amount,
  code: 'PMNT/RCDT/DMCT',
  reference: null,
  paidTo: null,
  endToEndId: `E-${bankref}`,
  counterparty: { name: 'Acme', account: payee },
  isReturn: false,
  returnOf: null,
  ...over,
})

const wireIn = entry('B1', 'credit', 100_000n, { reference: acme.references[0]! })
const payout = entry('B2', 'debit', 5_000n, { file: 2 })

const whole: Facts = {
  institutions: [acme],
  events: [
    event('0xm', 10, 100_000_000n, null, wallet),
    event('0xd', 11, 50_000_000n, null, inbox),
    event('0xw', 12, 20_000_000n, ours, wallet),
    event('0xp', 13, 9_900_000n, null, wallet),
    event('0xc', 14, 50_000_000n, inbox, ours),
  ],
  ours: [ours],
  strangers: [],
  bank: [wireIn, payout],
  provider: [{ id: 'A1', currency: 'CHF', amount: 1_000n, gone: 'settled', settlements: 1, returns: 0, net: 990n }],
  holds: [
    {
      holdid: 'h1',
      thing: id(6),
      kind: 'withdrawal',
      answer: 'held',
      statusAt: 'travel_rule',
      wasOpen: true,
      began: mark(12, 2),
      ended: mark(20, 3),
      statusThen: 'held',
      decision: 'none',
    },
  ],
  revocations: [{ addressid: 'w', chain: 'ETH', address: wallet, began: mark(13, 2), ended: null, underWay: [] }],
  reserves: [
    {
      asset: 'VCHF',
      currency: 'CHF',
      shownSupply: { ETH: 159_900_000n },
      chainSupply: { ETH: 159_900_000n },
      shownCoverage: 10_000n,
      bankBalance: 15_990n,
      shownBalance: 15_990n,
      minted: 0n,
      redeemed: 0n,
      sweptIn: 0n,
      sweptOut: 0n,
    },
  ],
  trades: [
    { id: 't', institution: 'acme', bought: 10n ** 16n, bought_currency: 'ETH', sold: 3_000n, sold_currency: 'CHF' },
  ],
  allowedLoss: 1_000n,
  halts: [],
  check: { code: 0, said: '' },
}

test('where everything agrees there is no difference', () => {
  expect(differencesIn(whole)).toEqual([])
})

const changed = (n: number, over: Partial<Thing>): Facts => ({
  ...whole,
  institutions: [{ ...acme, things: things.map((one) => (one.id === id(n) ? { ...one, ...over } : one)) }],
})
const withAcme = (over: Partial<InstitutionFact>): Facts => ({ ...whole, institutions: [{ ...acme, ...over }] })
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

test('what was said to be too late, or under way before a wallet was revoked, is no difference', () => {
  const late = { ...hold, answer: 'too_late' as const, statusThen: 'completed' }
  const revoked = { ...whole.revocations[0]!, began: mark(11, 1), underWay: [id(4), id(8)] }
  expect(differencesIn({ ...whole, holds: [late], revocations: [revoked] })).toEqual([])
})
