import { expect, test } from 'vitest'
import type { Facts, InstitutionFact, Operation } from './facts.ts'
import type { DebtFact, CredentialFact, SeenById, StopFact } from './facts-of-people.ts'
import { differencesIn } from './reconcile.ts'
import {
  acme,
  changed,
  coins,
  entry,
  event,
  id,
  inbox,
  mark,
  movement,
  ours,
  payee,
  payout,
  providerIban,
  rowOf,
  operations,
  wallet,
  whole,
  wireIn,
} from './small-world.ts'

// The judge detects differences about stopped or indebted institutions, forged payers, and revoked keys and sessions.

const seen = (over: SeenById = {}): SeenById => ({
  ...Object.fromEntries(operations.map(({ id: each, kind, status, end }) => [each, { kind, status, end }])),
  ...over,
})

/** All existing operations were done before; none was open. */
const suspension: StopFact = {
  institution: 'acme',
  how: 'suspended',
  began: mark(20, 3, ['A1']),
  ended: mark(30, 5, ['A1']),
  reported: {},
  before: seen(),
  after: seen(),
  payouts: [],
}
const suspended = (over: Partial<StopFact> = {}, facts: Facts = whole): Facts => ({
  ...facts,
  revocations: [],
  stops: [{ ...suspension, ...over }],
})

/** Its balances were paid to its account and its wallet, without a remainder. */
const closing: Operation[] = [
  rowOf(20, {
    kind: 'payout',
    status: 'completed',
    moves: { CHF: -82_000n },
    claims: [{ at: 'bank', currency: 'CHF', to: payee, amount: 82_000n, stays: 1 }],
  }),
  rowOf(21, {
    kind: 'withdrawal',
    status: 'completed',
    moves: { VCHF: -30_000_000n },
    to: wallet,
    claims: [coins('out', '0xl', 30_000_000n, wallet)],
  }),
]
const goneThings = [
  ...operations.map((one) => (one.id === id(6) ? { ...one, status: 'rejected', end: 'undone' as const } : one)),
  ...closing,
]
const gone: InstitutionFact = {
  ...acme,
  things: goneThings,
  movements: [...acme.movements, movement('CHF', 20, -82_000n), movement('VCHF', 21, -30_000_000n)],
  totals: { ETH: 10n ** 16n },
  available: { ETH: 10n ** 16n },
}
const offboarding: StopFact = {
  ...suspension,
  how: 'offboarded',
  ended: null,
  after: null,
  payouts: [
    { asset: 'CHF', to: payee },
    { asset: 'VCHF', to: wallet },
    { asset: 'ETH', to: null },
  ],
}
const closed: Facts = {
  ...whole,
  institutions: [gone],
  events: [...whole.events, event('0xl', 25, 30_000_000n, ours, wallet)],
  bank: [...whole.bank, entry('B20', 'debit', 82_000n, { file: 4 })],
  holds: [],
  revocations: [],
  stops: [offboarding],
}
const lateWire = entry('B21', 'credit', 700n, { file: 5, reference: acme.references[0]! })
const back = entry('B22', 'debit', 700n, { file: 6, text: 'Return of B21' })
const lateThing = rowOf(22, {
  kind: 'wire',
  status: 'returned',
  end: 'undone',
  moves: { CHF: 700n },
  claims: [{ at: 'wire', bankref: 'B21', currency: 'CHF', amount: 700n }],
})

/** A wire of 90,000 was recalled, of which 8,000 had been spent. */
const recalledWire: Operation = rowOf(30, {
  kind: 'wire',
  status: 'returned',
  end: 'undone',
  moves: { CHF: 90_000n },
  claims: [{ at: 'wire', bankref: 'B30', currency: 'CHF', amount: 90_000n }],
})
const ofDebt = (kind: string, amount: bigint) => ({ asset: 'CHF', ref: `cover:${id(30)}`, kind, amount })
const debtor: InstitutionFact = {
  ...acme,
  things: [
    ...operations,
    recalledWire,
    rowOf(31, { kind: 'order', status: 'Filled', moves: { CHF: -90_000n, VCHF: 900_000_000n } }),
  ],
  movements: [
    ...acme.movements,
    movement('CHF', 30, 90_000n),
    movement('CHF', 31, -90_000n),
    movement('VCHF', 31, 900_000_000n),
    ofDebt('wire_owed', 8_000n),
    movement('CHF', 30, -90_000n),
  ],
  totals: { ...acme.totals, CHF: 0n, VCHF: 930_000_000n },
  available: { ...acme.available, CHF: 0n, VCHF: 923_000_000n },
  owed: { CHF: 8_000n },
}
const debt: DebtFact = {
  institution: 'acme',
  asset: 'CHF',
  since: 'then',
  began: mark(20, 3, ['A1']),
  ended: mark(30, 5, ['A1']),
  known: debtor.things.map((one) => one.id),
  released: [],
}
const inDebt = (over: Partial<InstitutionFact> = {}): Facts => ({
  ...whole,
  revocations: [],
  institutions: [{ ...debtor, ...over }],
  bank: [
    ...whole.bank,
    entry('B30', 'credit', 90_000n, { reference: acme.references[0]! }),
    entry('B31', 'debit', 90_000n, { isReturn: true, returnOf: 'E-B30' }),
  ],
  debts: [debt],
  check: { code: 4, said: 'OWED' },
})
const newWithdrawal = rowOf(32, {
  kind: 'withdrawal',
  status: 'completed',
  moves: { VCHF: -4_000_000n },
  to: wallet,
  claims: [coins('out', '0xn', 4_000_000n, wallet)],
})
const leftInDebt: Facts = {
  ...inDebt({
    things: [...debtor.things, newWithdrawal],
    movements: [...debtor.movements, movement('VCHF', 32, -4_000_000n)],
    totals: { ...debtor.totals, VCHF: 926_000_000n },
  }),
  events: [...whole.events, event('0xn', 25, 4_000_000n, ours, wallet)],
}

const reference = 'RF18539007547034'
const forgedWire = entry('B40', 'credit', 1_000n, {
  file: 2,
  reference,
  counterparty: { name: 'Provider', account: payee },
})
const genuineWire = entry('B41', 'credit', 1_000n, {
  file: 6,
  reference,
  counterparty: { name: 'Provider', account: providerIban },
})
/** The rail payment produced its coins in block 13. */
const forged = (marks: Facts['marks'], bank: Facts['bank']): Facts => ({
  ...whole,
  forged: [{ bankref: 'B40', references: ['another', reference], thing: id(8) }],
  marks,
  bank: [...whole.bank, ...bank],
})

const call = { what: 'mintTokens', clreqid: 'r1', beganAt: 50, isAccepted: true }
const door: CredentialFact = { id: 'k2', institution: 'acme', kind: 'key', endedAt: 100, calls: [call] }
const late = (over: Partial<typeof call>): Facts => ({
  ...whole,
  doors: [{ ...door, calls: [call, { ...call, beganAt: 101, clreqid: 'r2', isAccepted: false, ...over }] }],
})

const agreeing: readonly (readonly [name: string, facts: Facts])[] = [
  ['a suspension during which nothing happens', suspended()],
  ['a paid-out institution', closed],
  [
    'a later wire that was returned',
    {
      ...closed,
      institutions: [{ ...gone, things: [...goneThings, lateThing], movements: [...gone.movements] }],
      bank: [...closed.bank, lateWire, back],
    },
  ],
  [
    'a payout that was returned and paid again with the same amount',
    {
      ...closed,
      institutions: [
        { ...gone, things: [...goneThings, { ...closing[0]!, id: id(23), status: 'rejected', end: 'undone' }] },
      ],
      stops: [{ ...offboarding, before: seen({ [id(23)]: { kind: 'payout', status: 'held', end: 'open' } }) }],
    },
  ],
  [
    'a signed and reported operation',
    suspended({ began: mark(11, 3, ['A1']), reported: { [id(4)]: 'ends', [id(8)]: 'ends' } }),
  ],
  ['burned coins whose payout waits', suspended({ began: mark(20, 3), reported: { [id(8)]: 'partly' } })],
  ['a debt for what is missing', inDebt()],
  ['a release by two people in spite of a debt', { ...leftInDebt, debts: [{ ...debt, released: [id(32)] }] }],
  ['a forged wire before the one that pays', forged([mark(12, 5)], [forgedWire, genuineWire])],
  ['calls refused after the end of a key', late({})],
]

test.each(agreeing)('%s is not a difference', (_name, facts) => {
  expect(differencesIn(facts)).toEqual([])
})

const planted: readonly (readonly [name: string, rule: string, facts: Facts])[] = [
  ['coins that left a suspended institution', 'left a stopped house', suspended({ began: mark(11, 3, ['A1']) })],
  ['a payout of a suspended institution', 'left a stopped house', suspended({ began: mark(20, 1, ['A1']) })],
  ['coins minted for a suspended institution', 'left a stopped house', suspended({ began: mark(9, 3, ['A1']) })],
  ['money that the provider wired on for it', 'left a stopped house', suspended({ began: mark(20, 3) })],
  [
    'coins that followed a partly reported operation',
    'left a stopped house',
    suspended({ began: mark(12, 3), reported: { [id(8)]: 'partly' } }),
  ],
  [
    'an accepted request of a suspended institution',
    'promised to a stopped house',
    suspended({ before: Object.fromEntries(Object.entries(seen()).filter(([each]) => each !== id(6))) }),
  ],
  [
    'a wire credited to a suspended institution',
    'promised to a stopped house',
    suspended({ before: seen({ [id(1)]: { kind: 'wire', status: 'held', end: 'open' } }) }),
  ],
  [
    'an order filled for a suspended institution',
    'promised to a stopped house',
    suspended({ before: seen({ [id(9)]: { kind: 'order', status: 'received', end: 'open' } }) }),
  ],
  [
    'a payout to another account than agreed',
    'left a stopped house',
    { ...closed, stops: [{ ...offboarding, payouts: [{ asset: 'CHF', to: inbox }, ...offboarding.payouts.slice(1)] }] },
  ],
  [
    'a remaining balance of an offboarded institution',
    'kept after offboarding',
    { ...closed, institutions: [{ ...gone, totals: { ...gone.totals, CHF: 1n } }] },
  ],
  [
    'a wire kept by an offboarded institution',
    'kept after offboarding',
    { ...closed, bank: [...closed.bank, lateWire] },
  ],
  [
    'a wire that was returned and arrived again',
    'kept after offboarding',
    {
      ...closed,
      institutions: [{ ...gone, things: [...goneThings, lateThing] }],
      bank: [
        ...closed.bank,
        lateWire,
        back,
        entry('B23', 'credit', 700n, { isReturn: true, returnOf: back.endToEndId }),
      ],
    },
  ],
  ['a debt smaller than the shortfall', 'debt', inDebt({ owed: { CHF: 7_999n } })],
  ['a debt of an institution with money', 'debt', inDebt({ available: { ...debtor.available, CHF: 1n } })],
  ['an unreported debt', 'debt', inDebt({ owed: {} })],
  ['coins that left in spite of a debt', 'left in debt', leftInDebt],
  ['a debt that the check reports as a break', 'specie check', { ...whole, check: { code: 4, said: 'OWED' } }],
  ['coins for a forged wire alone', 'forged payer', forged([], [forgedWire])],
  ['coins before the provider had paid', 'forged payer', forged([mark(14, 5)], [forgedWire, genuineWire])],
  [
    'a forged wire that was credited',
    'forged payer',
    { ...changed(1, {}), forged: [{ bankref: 'B1', references: [], thing: 'none' }] },
  ],
  ['an accepted call of a revoked key', 'accepted after its end', late({ isAccepted: true })],
  [
    'a refused call of an ended session that was carried out',
    'accepted after its end',
    {
      ...late({}),
      institutions: [
        { ...acme, things: operations.map((one) => (one.id === id(2) ? { ...one, row: { clreqid: 'r2' } } : one)) },
      ],
    },
  ],
  [
    'a returned wire that is still credited',
    'wire',
    { ...whole, bank: [wireIn, payout, entry('B3', 'debit', 100_000n, { text: 'Return of B1' })] },
  ],
  [
    'a wire of a payer with only the provider’s name',
    'stray entry',
    {
      ...whole,
      bank: [
        ...whole.bank,
        { ...wireIn, bankref: 'B9', endToEndId: 'E-B9', counterparty: { name: 'Provider', account: payee } },
      ],
    },
  ],
]

test.each(planted)('%s is detected', (_name, rule, facts) => {
  expect(differencesIn(facts).map((one) => one.rule)).toContain(rule)
})
