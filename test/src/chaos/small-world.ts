import type { BankFact, ChainEvent, Facts, InstitutionFact, Operation } from './facts.ts'

// A small, consistent world for planting differences.

export const ours = '0x00000000000000000000000000000000000000aa'
export const wallet = '0x00000000000000000000000000000000000000bb'
export const inbox = '0x00000000000000000000000000000000000000cc'
export const payee = 'CH9300762011623852957'
/** The provider's own account. */
export const providerIban = 'CH3608998000020020010'
export const id = (n: number) => `01a1dd43-ac0c-7e54-8089-${String(n).padStart(12, '0')}`
export const mark = (block: number, file: number, gone: string[] = []) => ({ blocks: { ETH: block }, file, gone })

export const rowOf = (n: number, over: Partial<Operation> & Pick<Operation, 'kind'>): Operation => ({
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

export const coins = (what: 'mint' | 'burn' | 'in' | 'out', txid: string, amount: bigint, to: string | null) =>
  ({ at: 'chain', chain: 'ETH', asset: 'VCHF', what, txids: [txid], to, amount }) as const

export const operations: Operation[] = [
  rowOf(1, {
    kind: 'wire',
    status: 'credited',
    moves: { CHF: 100_000n },
    claims: [{ at: 'wire', bankref: 'B1', currency: 'CHF', amount: 100_000n }],
  }),
  rowOf(2, {
    kind: 'mint',
    moves: { CHF: -10_000n },
    to: wallet,
    claims: [coins('mint', '0xm', 100_000_000n, wallet)],
  }),
  rowOf(3, {
    kind: 'deposit',
    status: 'credited',
    moves: { VCHF: 50_000_000n },
    claims: [coins('in', '0xd', 50_000_000n, inbox)],
    row: { txid: '0xd' },
  }),
  rowOf(4, {
    kind: 'withdrawal',
    status: 'completed',
    moves: { VCHF: -20_000_000n },
    to: wallet,
    claims: [coins('out', '0xw', 20_000_000n, wallet)],
  }),
  rowOf(5, {
    kind: 'payout',
    status: 'completed',
    moves: { CHF: -5_000n },
    claims: [{ at: 'bank', currency: 'CHF', to: payee, amount: 5_000n, stays: 1 }],
  }),
  rowOf(6, {
    kind: 'withdrawal',
    status: 'held',
    end: 'open',
    moves: { VCHF: -7_000_000n },
    to: wallet,
    claims: [coins('out', '0xh', 7_000_000n, wallet)],
  }),
  rowOf(7, {
    kind: 'redemption',
    status: 'failed',
    end: 'undone',
    moves: { VCHF: -3_000_000n, CHF: 300n },
    claims: [coins('burn', '0xr', 3_000_000n, null)],
  }),
  rowOf(8, {
    kind: 'onramp',
    status: 'completed',
    to: wallet,
    claims: [
      { at: 'provider', arrival: 'A1', outcome: 'settled', net: 990n },
      coins('mint', '0xp', 9_900_000n, wallet),
    ],
    row: { legs: [{ ref: 'A1' }] },
  }),
  rowOf(9, { kind: 'order', status: 'Filled', moves: { CHF: -3_000n, ETH: 10n ** 16n } }),
]

export const movement = (asset: string, n: number, amount: bigint) => ({ asset, ref: id(n), kind: 'moved', amount })

export const acme: InstitutionFact = {
  id: 'acme',
  name: 'Acme',
  things: operations,
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
  available: { CHF: 82_000n, VCHF: 23_000_000n, ETH: 10n ** 16n },
  owed: {},
  references: ['210000000003139471430009017'],
  inboxes: [inbox],
  wallets: [wallet],
  accounts: [payee],
}

export const event = (
  txid: string,
  block: number,
  amount: bigint,
  from: string | null,
  to: string | null,
): ChainEvent => ({
  chain: 'ETH',
  asset: 'VCHF',
  from,
  to,
  amount,
  txid,
  block,
})

export const entry = (
  bankref: string,
  direction: 'credit' | 'debit',
  amount: bigint,
  over: Partial<BankFact>,
): BankFact => ({
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
  text: null,
  endToEndId: `E-${bankref}`,
  counterparty: { name: 'Acme', account: payee },
  isReturn: false,
  returnOf: null,
  ...over,
})

export const wireIn = entry('B1', 'credit', 100_000n, { reference: acme.references[0]! })
export const payout = entry('B2', 'debit', 5_000n, { file: 2 })

export const whole: Facts = {
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
  stops: [],
  debts: [],
  forged: [],
  doors: [],
  balanceCases: [],
  providerAccounts: [providerIban],
  marks: [],
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

export const changed = (n: number, over: Partial<Operation>): Facts => ({
  ...whole,
  institutions: [{ ...acme, things: operations.map((one) => (one.id === id(n) ? { ...one, ...over } : one)) }],
})
export const withAcme = (over: Partial<InstitutionFact>): Facts => ({ ...whole, institutions: [{ ...acme, ...over }] })
