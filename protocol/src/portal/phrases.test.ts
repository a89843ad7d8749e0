import { expect, test } from 'vitest'
import { type MovementFacts, movementPhrase } from './phrases.ts'

const facts = (more: Partial<MovementFacts>): MovementFacts => ({
  kind: 'wire_attributed',
  reftype: 'depositid',
  asset: 'CHF',
  isIn: true,
  counterparty: null,
  ...more,
})

test.each<[string, Partial<MovementFacts>]>([
  ['Wire from Kestrel Ltd', { counterparty: 'Kestrel Ltd' }],
  ['Wire', {}],
  ['Wire from Kestrel Ltd, taken back', { kind: 'wire_recalled', counterparty: 'Kestrel Ltd', isIn: false }],
  ['Deposit from 0x121212…121212', { kind: 'deposit_booked', asset: 'ETH', counterparty: `0x${'12'.repeat(20)}` }],
  [
    'Withdrawal to Kestrel Ltd',
    { kind: 'withdrawal_sent', reftype: 'withdrawalid', counterparty: 'Kestrel Ltd', isIn: false },
  ],
  [
    'Withdrawal to Kestrel Ltd, returned',
    { kind: 'payout_returned', reftype: 'withdrawalid', counterparty: 'Kestrel Ltd' },
  ],
  ['Mint of VCHF', { kind: 'mint_issued', reftype: 'requestid', asset: 'VCHF' }],
  ['Payment for a mint', { kind: 'mint_issued', reftype: 'requestid', isIn: false }],
  ['Conversion for a mint', { kind: 'conversion_delivered', reftype: 'requestid' }],
  ['Redemption of VCHF', { kind: 'redemption_burned', reftype: 'requestid', asset: 'VCHF', isIn: false }],
  ['Proceeds of a redemption', { kind: 'redemption_burned', reftype: 'requestid' }],
  [
    'Payment of a redemption to Kestrel Ltd',
    { kind: 'redemption_paid_out', reftype: 'requestid', counterparty: 'Kestrel Ltd', isIn: false },
  ],
  ['Bought ETH', { kind: 'order_settled', reftype: 'ordid', asset: 'ETH' }],
  ['Sold ETH', { kind: 'order_settled', reftype: 'ordid', asset: 'ETH', isIn: false }],
  ['Proceeds of an order', { kind: 'order_settled', reftype: 'ordid' }],
  ['Payment for an order', { kind: 'order_settled', reftype: 'ordid', isIn: false }],
  ['Conversion into GBP', { kind: 'conversion_filled', reftype: 'conversionid', asset: 'GBP' }],
  [
    'Payment over a rail from Kestrel Ltd',
    { kind: 'payment_credited', reftype: 'paymentid', counterparty: 'Kestrel Ltd' },
  ],
  ['Correction', { kind: 'correction', reftype: null, isIn: false }],
])('%s', (phrase, more) => {
  expect(movementPhrase(facts(more))).toBe(phrase)
})
