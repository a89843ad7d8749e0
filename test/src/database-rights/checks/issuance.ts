import { day, type Edges, id } from './edges.ts'

// Checks of mints, redemptions and conversions, of deposits and withdrawals, and of chains.

/** Ten thousand minor units are a cent. */
const wholeCents: Edges = {
  accepts: [{ quantity: 10_000 }],
  refuses: [{ quantity: 0 }, { quantity: -10_000 }, { quantity: 9_999 }, { quantity: 10_001 }],
}

export const issuanceEdges: Record<string, Edges> = {
  'chains.coin_transfer.coin_transfer_check': {
    accepts: [{ sender: 'a' }, { recipient: 'a' }, { sender: 'a', recipient: 'a' }],
    refuses: [{ sender: null, recipient: null }],
  },
  'chains.deposit_address.one_owner': {
    accepts: [{}, { institution_id: id }, { rail_id: id }],
    refuses: [{ institution_id: id, rail_id: id }],
  },
  'chains.movement.movement_check': {
    accepts: [
      {},
      { state: 'seen', kind: 'transfer' },
      { verdict: 'asked', state: 'final', kind: 'mint' },
      { verdict: 'asked', state: 'final', kind: 'burn' },
    ],
    refuses: [
      { verdict: 'asked', state: 'seen', kind: 'mint' },
      { verdict: 'asked', state: 'final', kind: 'transfer' },
    ],
  },
  'chains.movement.movement_check1': {
    accepts: [{ verdict: 'asked' }, { booked_at: day, verdict: 'holder_burn' }],
    refuses: [{ booked_at: day, verdict: 'asked' }],
  },
  'chains.operation.operation_amount_check': {
    accepts: [
      { amount: 1, kind: 'mint' },
      { amount: 0, kind: 'list' },
      { amount: 0, kind: 'allow_list_off' },
    ],
    refuses: [
      { amount: 0, kind: 'transfer' },
      { amount: -1, kind: 'list' },
    ],
  },
  'chains.operation.one_source': {
    accepts: [{}, { source: 1 }, { source_key: 'k' }],
    refuses: [{ source: 1, source_key: 'k' }],
  },
  'chains.operation.operation_request_id_check': {
    accepts: [{ request_id: `0x${'0a'.repeat(32)}` }],
    refuses: [
      { request_id: `0x${'0a'.repeat(31)}0` },
      { request_id: `0x${'0A'.repeat(32)}` },
      { request_id: '0a'.repeat(32) },
      { request_id: `0x${'0a'.repeat(32)}0` },
    ],
  },
  'reports.outsourced_service.outsourced_service_code_check': {
    accepts: [{ code: 'nodes.eth' }],
    refuses: [{ code: '' }, { code: 'Nodes' }, { code: 'a'.repeat(41) }],
  },
  'issuance.conversion.conversion_check': {
    accepts: [{ sold: 7, network_fee: 3, held: 10 }],
    refuses: [{ sold: 8, network_fee: 3, held: 10 }],
  },
  'issuance.conversion.conversion_check1': {
    accepts: [{ state: 'filled', sold: 1, spread: 0 }, { state: 'wired', sold: 1, spread: 0 }, { state: 'converting' }],
    refuses: [
      { state: 'filled' },
      { state: 'wired', sold: 1 },
      { state: 'wired', spread: 1 },
      { state: 'converting', sold: 1, spread: 0 },
    ],
  },
  'issuance.conversion.conversion_underway': {
    accepts: [
      { state: 'waiting_deposit' },
      { state: 'expired' },
      { state: 'canceled' },
      { state: 'converting', provider: 'p', held: 1, sent: 1, reused: 0 },
    ],
    refuses: [
      { state: 'converting' },
      { state: 'converting', provider: 'p', held: 1, sent: 1 },
      { state: 'filled', provider: 'p', held: 1, reused: 0 },
    ],
  },
  'issuance.conversion.fiat_is_paid': {
    accepts: [
      { sell: 'CHF', state: 'filled', payout_id: id },
      { sell: 'GBP', state: 'wired', payout_id: id },
      { sell: 'CHF', state: 'converting' },
      { sell: 'USDC', state: 'filled' },
    ],
    refuses: [
      { sell: 'CHF', state: 'filled' },
      { sell: 'GBP', state: 'wired' },
      { sell: 'CHF', state: 'converting', payout_id: id },
      { sell: 'USDC', state: 'filled', payout_id: id },
    ],
  },
  'issuance.mint.mint_check': { accepts: [{ charge: 1, cost: 2 }], refuses: [{ charge: 2, cost: 2 }] },
  'issuance.mint.mint_check1': {
    accepts: [{ state: 'settled', settled_at: day }, { state: 'confirming' }],
    refuses: [{ state: 'settled' }, { state: 'confirming', settled_at: day }],
  },
  'issuance.mint.mint_quantity_check': wholeCents,
  'issuance.redemption.redemption_check': {
    accepts: [{ state: 'settled', settled_at: day }, { state: 'paying' }],
    refuses: [{ state: 'settled' }, { state: 'paying', settled_at: day }],
  },
  'issuance.redemption.redemption_quantity_check': wholeCents,
  'transfers.deposit.four_eyes': {
    accepts: [{}, { assigned_at: day, assigned_by: 'ann', agreed_by: 'bob' }],
    refuses: [
      { assigned_at: day, assigned_by: 'ann' },
      { assigned_at: day },
      { agreed_by: 'bob' },
      { assigned_at: day, assigned_by: 'ann', agreed_by: 'ann' },
      { assigned_at: day, assigned_by: 'ann', agreed_by: 'ANN' },
      { assigned_at: day, assigned_by: 'Ann', agreed_by: 'ann' },
    ],
  },
  'transfers.deposit.deposit_return_cost_check': {
    accepts: [{ return_cost: 0 }, { return_cost: 1 }],
    refuses: [{ return_cost: -1 }],
  },
  'transfers.deposit.deposit_return_fee_check': {
    accepts: [{ return_fee: 0 }, { return_fee: 1 }],
    refuses: [{ return_fee: -1 }],
  },
  'transfers.deposit.one_place': {
    accepts: [{}, { source: 1 }, { at_key: 'k' }],
    refuses: [{ source: 1, at_key: 'k' }],
  },
  'transfers.withdrawal.by_bank_or_by_chain': {
    accepts: [{}, { blockchain: 'ETH', address_id: id, due_at: day }],
    refuses: [{ blockchain: 'ETH', address_id: id }, { due_at: day }, { blockchain: 'ETH' }],
  },
  'transfers.withdrawal.from_an_address': {
    accepts: [
      { asset: 'CHF' },
      { asset: 'VCHF', blockchain: 'ETH' },
      { asset: 'VGBP', blockchain: 'ETH' },
      { asset: 'USDC', blockchain: 'ETH', source: 1, source_owner: id },
    ],
    refuses: [
      { asset: 'CHF', source: 1, source_owner: id },
      { asset: 'VCHF', blockchain: 'ETH', source: 1, source_owner: id },
      { asset: 'USDC', blockchain: 'ETH', source: 1 },
      { asset: 'USDC', blockchain: 'ETH', source_owner: id },
      { asset: 'USDC', blockchain: 'ETH' },
    ],
  },
  'transfers.withdrawal.one_destination': {
    accepts: [{ bank_account_id: id }, { address_id: id }],
    refuses: [{}, { bank_account_id: id, address_id: id }],
  },
}
