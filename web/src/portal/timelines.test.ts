import { type Machine, machines, pathTo, statesOf } from '@specie/protocol/machines.ts'
import { expect, test } from 'vitest'
import { drawnSteps, type DrawnStep, type Kind, type Reached } from '../kit/timeline-steps.ts'
import { nextStepText } from './supply/next-step.ts'
import { approvalKind } from '../shared/approvals/history.tsx'
import { addressKind } from './addresses/timeline.ts'
import { agreementKind } from './company/agreements/timeline.tsx'
import { keyKind } from './developers/key-timeline.ts'
import { companyKind } from './company/timeline.ts'
import { orderKind } from './orders/timeline.ts'
import { paymentKind, railKind } from './rails/timeline.ts'
import { supplyKind } from './supply/timeline.ts'
import { depositKind, wireKind, withdrawalKind } from './transfers/timeline.ts'

// Every kind of timeline in every state, as its institution sees it.

const time = '2026-03-02T10:00:00.000Z'
const none = { reason: null, hold: null, destination: null, created_at: time, updated_at: time }
const blocks = { done: 6, needed: 8 }

const change = {
  ...none,
  asset: 'VCHF',
  quantity: '100',
  blockchain: 'ETH',
  spent: '100',
  stage: 'requested',
  fee_currency: 'CHF',
  received: '100',
  received_currency: 'CHF',
  fulfilment: 'issuance',
}
const steps = { asked_by: 'Jane Roe', settles_at: time, confirmations: blocks }
const supply = (over: object) => supplyKind({ ...change, ...over } as never, steps as never) as Kind
const mint = (over: object = {}) => supply({ type: 'mint', spent_currency: 'CHF', ...over })
const redemption = (over: object = {}) => supply({ type: 'redeem', spent_currency: 'VCHF', ...over })

const transfer = { ...none, quantity: '5', accumulated: '1', min_deposit: '10', destination: 'vault', fee: '0' }
const withdrawal = (over: object) => withdrawalKind({ ...transfer, ...over } as never, blocks) as Kind

const railOf = (railtype: string) => ({
  ...none,
  railtype,
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
  wallet: { label: 'vault' },
})
const paid = { ...none, received: '5', received_currency: 'CHF', sent: '5', sent_currency: 'VCHF' }
const payment = (railtype: string) => paymentKind(paid as never, railOf(railtype) as never, blocks)

const address = (vasp: string | null) =>
  addressKind({ vasp, usable_from: null, suspended_by: 'staff' } as never) as Kind
const approval = { kind: 'pair.resume', maker: { name: 'Jane Roe' }, checker: null, reason: 'ready', expires_at: time }

/** Each kind with its machine, and the titles of its usual steps. `seen`: by the names that clients see. */
type Row = readonly [name: string, machine: Machine, Kind, titles: string, seen?: 'seen']
const table: readonly Row[] = [
  [
    'a mint from the balance to the balance',
    machines.mint,
    mint(),
    'Requested, Checked, Funded, Sent to Ethereum, Final on Ethereum, Settled',
  ],
  [
    'a mint to a wallet',
    machines.mint,
    mint({ destination: 'vault' }),
    'Requested, Checked, Funded, Sent to Ethereum, Final on Ethereum, Settled',
  ],
  [
    'a mint in another currency',
    machines.mint,
    mint({ spent_currency: 'ETH' }),
    'Requested, Checked, Paid in ETH, Funded, Sent to Ethereum, Final on Ethereum, Settled',
  ],
  [
    'a mint from our stock to the balance',
    machines.mint,
    mint({ fulfilment: 'trade' }),
    'Requested, Checked, Funded, Settled',
  ],
  [
    'a mint from our stock to a wallet',
    machines.mint,
    mint({ fulfilment: 'trade', destination: 'vault' }),
    'Requested, Checked, Funded, Sent to Ethereum, Final on Ethereum, Settled',
  ],
  [
    'a redemption to the balance',
    machines.redemption,
    redemption(),
    'Requested, Checked, Sent to Ethereum, Final on Ethereum, Settled',
  ],
  [
    'a redemption to a bank account',
    machines.redemption,
    redemption({ destination: 'main' }),
    'Requested, Checked, Sent to Ethereum, Final on Ethereum, Paid by the bank, Settled',
  ],
  [
    'a withdrawal to a bank account',
    machines.withdrawal,
    withdrawal({ asset: 'CHF', blockchain: null }),
    'Requested, Checked, Cleared, Ordered at the bank, At the bank, Paid by the bank',
  ],
  [
    'a withdrawal to a wallet',
    machines.withdrawal,
    withdrawal({ asset: 'VCHF', blockchain: 'ETH' }),
    'Requested, Checked, Travel Rule exchange, Cleared, Sent to Ethereum, Final on Ethereum, Delivered',
  ],
  [
    'a wire',
    machines.wire,
    wireKind({ ...transfer, asset: 'CHF', blockchain: null } as never),
    'Booked by the bank, Credited to your balance',
    'seen',
  ],
  [
    'a deposit on a chain',
    machines.deposit,
    depositKind({ ...transfer, asset: 'ETH', blockchain: 'ETH' } as never, blocks),
    'Seen on the chain, Final on Ethereum, Checked, Credited to your balance',
    'seen',
  ],
  [
    'a rail into coins',
    machines.payment_rail,
    railKind(railOf('FiatToStablecoin') as never),
    'Requested, Ready',
    'seen',
  ],
  [
    'a rail into money',
    machines.payment_rail,
    railKind(railOf('StablecoinToFiat') as never),
    'Requested, Ready',
    'seen',
  ],
  [
    'a payment into coins',
    machines.payment,
    payment('FiatToStablecoin'),
    'Received, Checked, Turned into coins, Final on Ethereum, Delivered',
    'seen',
  ],
  [
    'a payment into money',
    machines.payment,
    payment('StablecoinToFiat'),
    'Received, Checked, Coins burned, Paid by the bank, Delivered',
    'seen',
  ],
  ['an order', machines.order, orderKind, 'Received, Filled and settled'],
  [
    'an own address',
    machines.withdrawal_address,
    address(null),
    'Added, Checked, Proof of ownership, Travel Rule data, Cooling-off period, Can be used',
  ],
  [
    'a hosted address',
    machines.withdrawal_address,
    address('Bank AG'),
    'Added, Checked, Provider confirmed, Travel Rule data, Cooling-off period, Can be used',
  ],
  ['an API key', machines.api_key, keyKind, 'Registered, Proven, in use'],
  [
    'an agreement',
    machines.agreement,
    agreementKind({ signed: null, countersigned: null, sign_until: null } as never),
    'Sent to you, Signed, In force',
  ],
  ['a company', machines.kyb_case, companyKind, 'Application, In review, Approved'],
  ['a request', machines.approval, approvalKind(approval as never), 'Requested, Approved'],
]

const kinds = table.map(([name, machine, kind, titles, seen]) => ({ name, machine, kind, titles, seen }))

/** The names of the states in this timeline. */
const statesIn = (machine: Machine, seen: 'seen' | undefined): string[] =>
  seen ? [...new Set(Object.values(machine.shown) as string[])] : statesOf(machine)

/** The states on the way to this one; orders are received under a name of their own. */
function wayTo(machine: Machine, state: string, seen: 'seen' | undefined): Reached[] {
  const inner = seen ? statesOf(machine).find((one) => machine.shown[one] === state)! : state
  const passed = [machine.initial, ...pathTo(machine, inner).map(({ to }) => to)]
  const names = seen ? passed.flatMap((one) => machine.shown[one] ?? []) : passed
  return names.filter((name, n) => name !== names[n - 1]).map((name) => ({ state: name, at: time }))
}

const isSaid = ({ title, note }: DrawnStep): boolean =>
  title !== '' && (typeof note === 'string' ? /^[^\s].*[.:]?$/.test(note) : note != null)

test.each(kinds)('$name lists its own steps, each with its words', ({ kind, titles }) => {
  const ahead = drawnSteps(kind, [])
  expect(ahead.map(({ title }) => title).join(', ')).toBe(titles)
  expect(kind.path.every((state) => kind.words[state] !== null)).toBe(true)
  // The first step has been reached when there is something to draw.
  expect(ahead.slice(1).filter((step) => !isSaid(step))).toEqual([])
  // A step that others follow says what has happened, too.
  const last = kind.path.at(-1)
  const unsaid = Object.entries(kind.words).filter(
    ([state, words]) => words !== null && state !== last && words.after?.length !== 0 && !words.done,
  )
  expect(unsaid).toEqual([])
})

test.each(kinds)('$name has words for every state, or does not have it as a step', ({ machine, kind, seen }) => {
  const states = statesIn(machine, seen)
  expect(states.filter((state) => kind.words[state] === undefined)).toEqual([])
})

test.each(kinds)('$name says in each state where it is, and what is still to come', ({ machine, kind, seen }) => {
  for (const state of statesIn(machine, seen)) {
    const drawn = drawnSteps(kind, wayTo(machine, state, seen))
    if (drawn.every(({ tone }) => tone === null)) continue // not a step of this kind, and none before it
    const what = `${machine.name} ${state}`
    expect(
      drawn.filter((step) => !isSaid(step)),
      what,
    ).toEqual([])
    expect(
      drawn.filter(({ isCurrent }) => isCurrent),
      what,
    ).toHaveLength(1)
    // What is still to come is grey, has no time, and follows the current step.
    const current = drawn.findIndex(({ isCurrent }) => isCurrent)
    expect(
      drawn.slice(current + 1).filter(({ tone, at }) => tone !== null || at !== null),
      what,
    ).toEqual([])
    expect(
      drawn.slice(0, current + 1).filter(({ tone }) => tone === null),
      what,
    ).toEqual([])
    if (kind.words[state] !== null && kind.words[state]!.after?.length === 0)
      expect(drawn[current]!.isOpen, what).toBe(false)
  }
})

const titlesIn = (kind: Kind, ...states: string[]): string =>
  drawnSteps(
    kind,
    states.map((state) => ({ state, at: time })),
  )
    .map(({ title, isCurrent, tone }) => (isCurrent ? `[${title}]` : tone === null ? `(${title})` : title))
    .join(', ')

test('blocks are counted: 6 of 8', () => {
  expect(titlesIn(mint(), 'requested', 'screening', 'funded', 'sending', 'confirming')).toBe(
    'Requested, Checked, Funded, Sent to Ethereum, [Confirming, 6 of 8], (Settled)',
  )
  const [confirming] = drawnSteps(mint(), [{ state: 'confirming', at: time }])
  expect(confirming!.note).toBe('It is in a block of Ethereum, and final with 8 blocks.')
})

test('coins that are final stay pending until the settlement time', () => {
  const final = supplyKind(
    { ...change, type: 'mint', spent_currency: 'CHF', stage: 'confirming' } as never,
    { ...steps, confirmations: { done: 8, needed: 8 } } as never,
  )
  const [confirming, settled] = drawnSteps(final, [{ state: 'confirming', at: time }])
  expect(confirming).toMatchObject({
    title: 'Final on Ethereum',
    note: '100.00 VCHF is pending in your balance until the settlement time.',
    isOpen: true,
  })
  expect(settled).toMatchObject({ note: 'Then 100.00 VCHF is available in your balance.', due: time, tone: null })
})

test('a transaction without a block is not said to be in one', () => {
  const sent = supplyKind({ ...change, type: 'mint' } as never, { ...steps, confirmations: null } as never)
  const [confirming] = drawnSteps(sent, [{ state: 'confirming', at: time }])
  expect(confirming).toMatchObject({ title: 'Confirming', note: expect.stringContaining('no block of Ethereum yet') })
})

test('a redemption to the balance has no payout; its step before lasts until it is settled', () => {
  const all = ['requested', 'screening', 'burning', 'confirming', 'paying']
  expect(titlesIn(redemption(), ...all)).toBe('Requested, Checked, Sent to Ethereum, [Confirming, 6 of 8], (Settled)')
  expect(titlesIn(redemption({ destination: 'main' }), ...all)).toBe(
    'Requested, Checked, Sent to Ethereum, Final on Ethereum, [Being paid], (Settled)',
  )
})

test('a bank withdrawal has no Travel Rule exchange, also while its row passes through one', () => {
  const bank = withdrawal({ asset: 'CHF', blockchain: null })
  expect(titlesIn(bank, 'requested', 'screening', 'travel_rule')).toBe(
    'Requested, [Being checked], (Cleared), (Ordered at the bank), (At the bank), (Paid by the bank)',
  )
})

test('a held thing continues with the step after its last one', () => {
  expect(titlesIn(mint(), 'requested', 'screening', 'held')).toBe(
    'Requested, Checked, [Under review], (Funded), (Sent to Ethereum), (Final on Ethereum), (Settled)',
  )
  expect(titlesIn(mint(), 'requested', 'screening', 'funded', 'sending', 'held')).toBe(
    'Requested, Checked, Funded, Sent to Ethereum, [Under review], (Final on Ethereum), (Settled)',
  )
  const hold = { reason: 'approval_required', since: time, message: '' }
  expect(titlesIn(mint({ hold }), 'requested', 'screening', 'held')).toContain('[Needs approval]')
})

test('what has ended has nothing to come', () => {
  expect(titlesIn(mint(), 'requested', 'screening', 'rejected')).toBe('Requested, Checked, [Rejected]')
  expect(titlesIn(address(null), 'submitted', 'screening', 'rejected')).toBe('Added, Checked, [Cannot be used]')
  const wire = wireKind({ ...transfer, asset: 'CHF', reason: 'Refused after review.' } as never) as Kind
  expect(titlesIn(wire, 'pending')).toBe('[Booked by the bank], (Returned)')
})

test('a bank withdrawal says on which day the bank pays', () => {
  const reason = 'The bank pays it on 2026-11-23.'
  const bank = withdrawal({ asset: 'CHF', blockchain: null, reason })
  expect(drawnSteps(bank, [{ state: 'confirming', at: time }])[0]!.note).toBe(reason)
})

test('below the timeline, a failure is named only while it is possible', () => {
  const open = { ...change, type: 'mint', spent_currency: 'CHF', status: 'pending', stage: 'confirming' } as never
  expect(nextStepText(open, { confirmations: blocks })).toContain('If it fails, 100.00 CHF is available again.')
  expect(nextStepText(open, { confirmations: { done: 8, needed: 8 } })).toBe('You do not need to do anything.')
})
