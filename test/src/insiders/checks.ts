// What each check of the database accepts and refuses, at its edges.

/** Amounts that are more than nothing. */
export const positive = [
  'banking.entry.amount',
  'banking.expected.amount',
  'banking.hand_line.amount',
  'banking.payout.amount',
  'banking.unclear_line.amount',
  'banking.wire.amount',
  'chains.operation.amount',
  'issuance.conversion.bought',
  'issuance.conversion_leg.amount',
  'issuance.mint.cost',
  'issuance.mint.spent',
  'markets.rate.units',
  'markets.rate_range.low',
  'rails.payment.received',
  'trading.client_order.price',
  'trading.client_order.qty',
  'trading.execution.amount',
  'trading.execution.price',
  'trading.execution.qty',
  'trading.price.ask',
  'trading.price.bid',
  'trading.quote.amount',
  'trading.quote.qty',
  'trading.quote_hold.amount',
  'transfers.deposit.quantity',
  'transfers.statement.sequence',
  'transfers.withdrawal.quantity',
]

/** Amounts that may be nothing, and not less. */
export const notNegative = [
  'chains.operation.most_fee',
  'issuance.conversion.withheld',
  'issuance.conversion_leg.fee',
  'issuance.conversion_leg.reserved',
  'issuance.mint.charge',
  'issuance.mint.spread',
  'issuance.redemption.charge',
  'trading.client_order.fee',
  'trading.quote.fee',
  'transfers.withdrawal.fee',
  'transfers.withdrawal.network_fee',
]

/** Tables of one row. */
export const onlyRow = ['audit.head', 'banking.feed', 'base.environment', 'work.clock', 'work.pulse']

const currencies = ['CHF', 'GBP']
const coins = ['VCHF', 'VGBP']
const sides = ['Buy', 'Sell']
const directions = ['credit', 'debit']
const reasons = ['aml_review', 'sanctions_review', 'travel_rule', 'edd_required']

/** Columns with a list of what they may hold. */
export const oneOf: Record<string, string[]> = {
  'banking.bank_account.currency': currencies,
  'banking.bank_account.purpose': ['client_money', 'reserve', 'house'],
  'banking.bank_case.kind': [
    'told_by_hand',
    'provider_payment',
    'unassigned_deposit',
    'deposit_collection',
    'sweep_failed',
    'unclear_entry',
    'sequence_gap',
    'duplicate_sequence',
    'balance_break',
    'entry_differs',
    'unmatched_entry',
    'missing_in_notification',
    'missing_in_statement',
    'recall',
    'return_failed',
    'unreadable_file',
    'venue_position',
    'provider_statement',
    'rail_payout',
  ],
  'banking.entry.direction': directions,
  'banking.expected.currency': currencies,
  'banking.expected.kind': ['conversion', 'rail'],
  'banking.hand_line.direction': directions,
  'banking.hand_line.state': ['waiting', 'confirmed', 'disowned'],
  'banking.message.kind': ['camt.054', 'camt.053'],
  'banking.payment_order.currency': currencies,
  'banking.payment_order.purpose': ['client_money', 'reserve'],
  'banking.payout.currency': currencies,
  'banking.payout.kind': ['withdrawal', 'redemption', 'rail', 'return', 'sweep', 'fee_sweep', 'conversion'],
  'banking.payout.purpose': ['client_money', 'reserve'],
  'banking.reference.currency': currencies,
  'banking.wire.currency': currencies,
  'base.environment.name': ['uat', 'production'],
  'chains.deposit_address.family': ['evm', 'solana', 'bitcoin'],
  'chains.movement.kind': ['mint', 'burn', 'transfer'],
  'chains.movement.state': ['seen', 'final', 'orphaned'],
  'chains.movement.verdict': ['asked', 'holder_burn', 'break'],
  'chains.operation.kind': ['mint', 'burn', 'transfer', 'collect', 'native'],
  'chains.operation.state': ['queued', 'working', 'final', 'failed', 'canceled'],
  'chains.transaction.state': ['assigned', 'sent', 'final', 'reverted', 'over'],
  'chains.trouble.kind': ['disagreement', 'unreachable'],
  'chains.trouble.part': ['reading', 'sending'],
  'compliance.hold.reason': reasons,
  'compliance.hold.subject_kind': ['mint', 'redemption', 'withdrawal', 'deposit', 'wire', 'rail', 'payment'],
  'compliance.listed.effect': ['refuse', 'review'],
  'institutions.address.custody': ['self', 'custodian'],
  'institutions.address.ownership': ['self_hosted', 'vasp'],
  'institutions.address.suspended_by': ['institution', 'staff'],
  'institutions.address.travel_rule_status': ['missing', 'complete'],
  'institutions.api_key.frozen_by': ['institution', 'staff'],
  'institutions.agreement.product': ['stablecoin_issuance', 'crypto_conversion'],
  'institutions.kyb_case.channel': ['in_person', 'introduced', 'remote'],
  'institutions.kyb_document.content_type': ['application/pdf', 'image/png', 'image/jpeg'],
  'institutions.kyb_document.kind': [
    'registry_extract',
    'articles',
    'ownership_chart',
    'licence',
    'financial_statements',
    'bank_statement',
    'source_of_funds',
    'source_of_wealth',
    'passport',
    'identity_card',
    'proof_of_address',
    'other',
  ],
  'issuance.conversion.buy': currencies,
  'issuance.conversion_leg.outcome': ['delivered', 'failed'],
  'issuance.mint.asset': coins,
  'issuance.mint.fulfilment': ['issuance', 'trade'],
  'issuance.redemption.asset': coins,
  'ledger.chart.owner': ['none', 'institution', 'chain', 'provider', 'case', 'payment'],
  'ledger.chart.pool': ['client', 'reserve', 'house', 'supply'],
  'ledger.chart.side': directions,
  'people.device.side': ['institution', 'staff'],
  'people.link.purpose': ['invitation', 'recovery'],
  'people.person.side': ['institution', 'staff'],
  'people.session.kind': ['browser', 'token'],
  'people.session.method': ['passkey', 'password', 'recovery', 'oidc', 'link', 'device'],
  'rails.payment.stuck': ['conversion', 'mint', 'collection', 'burn', 'payout', 'return'],
  'rails.rail.railtype': ['FiatToStablecoin', 'StablecoinToFiat'],
  'rails.statement_entry.kind': ['arrival', 'settlement', 'spread', 'return'],
  'state.history.hold': ['placed', 'ended'],
  'trading.client_order.side': sides,
  'trading.client_order.state': ['received', 'Filled', 'Rejected'],
  'trading.conversion.side': sides,
  'trading.conversion.status': ['completed', 'rejected'],
  'trading.quote.side': sides,
  'institutions.bank_account.confirmation': ['match', 'close_match', 'no_match', 'unavailable'],
  'institutions.bank_account.currency': currencies,
  'transfers.statement.currency': currencies,
  'work.intent.state': ['recorded', 'sent', 'settled'],
}

type Row = Record<string, unknown>
/** A column that is not named has no value. */
type Edges = { accepts: Row[]; refuses: Row[] }

const id = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const day = '2026-01-01'
const next = '2026-01-02'

/** A text of one of these lengths. */
const lengths = (column: string, most: number): Edges => ({
  accepts: [{ [column]: 'a' }, { [column]: 'a'.repeat(most) }],
  refuses: [{ [column]: '' }, { [column]: 'a'.repeat(most + 1) }],
})

const atMost = (column: string, most: number): Edges => ({
  accepts: [{ [column]: '' }, { [column]: 'a'.repeat(most) }],
  refuses: [{ [column]: 'a'.repeat(most + 1) }],
})

const endToEnd = (column: string): Edges => ({
  accepts: [{ [column]: 'A' }, { [column]: 'aZ09'.repeat(8) + '123' }],
  refuses: [{ [column]: '' }, { [column]: 'a'.repeat(36) }, { [column]: 'a-b' }],
})

/** Ten thousand minor units are a cent. */
const wholeCents: Edges = {
  accepts: [{ quantity: 10_000 }],
  refuses: [{ quantity: 0 }, { quantity: -10_000 }, { quantity: 9_999 }, { quantity: 10_001 }],
}

const symbol: Edges = {
  accepts: [{ symbol: 'VCHF/CHF' }],
  refuses: [{ symbol: 'VCHF' }, { symbol: 'vchf/chf' }, { symbol: '/CHF' }, { symbol: 'A/B/C' }],
}

const uuidLabels = [{ label: id }, { label: id.toUpperCase() }]

/** All others, by the name of the check. */
export const edges: Record<string, Edges> = {
  'trading.price.price_minute_check': {
    accepts: [{ minute: '2026-01-01T00:01:00Z' }],
    refuses: [{ minute: '2026-01-01T00:01:01Z' }, { minute: '2026-01-01T00:00:59.999999Z' }],
  },
  'audit.seal.seal_check': {
    accepts: [
      { first: 1, last: 1, count: 1 },
      { first: 1, last: 2, count: 2 },
    ],
    refuses: [
      { first: 2, last: 1, count: 1 },
      { first: 1, last: 1, count: 0 },
    ],
  },
  'banking.bank_case.bank_case_check': {
    accepts: [{}, { closed_at: day, closed_by: 'ann' }],
    refuses: [{ closed_at: day }, { closed_by: 'ann' }],
  },
  'banking.entry.entry_check': { accepts: [{ notified_by: 1 }, { confirmed_by: 1 }], refuses: [{}] },
  'banking.entry.entry_told_by_check': { accepts: [{ told_by: [1] }], refuses: [{ told_by: [] }] },
  'banking.hand_file.hand_file_check': {
    accepts: [{ taken_by: 'ann', confirmed_by: 'bob' }, { taken_by: 'ann' }],
    refuses: [
      { taken_by: 'ann', confirmed_by: 'ann' },
      { taken_by: 'ann', confirmed_by: 'ANN' },
      { taken_by: 'Ann', confirmed_by: 'ann' },
    ],
  },
  'banking.hand_file.hand_file_check1': {
    accepts: [{}, { confirmed_by: 'bob', confirmed_at: day }],
    refuses: [{ confirmed_by: 'bob' }, { confirmed_at: day }],
  },
  'banking.hand_file.hand_file_check2': {
    accepts: [{}, { disowned_by: 'bob', disowned_at: day }],
    refuses: [{ disowned_by: 'bob' }, { disowned_at: day }],
  },
  'banking.hand_file.hand_file_taken_by_check': { accepts: [{ taken_by: 'a' }], refuses: [{ taken_by: '' }] },
  'banking.hand_file.hand_file_why_check': { accepts: [{ why: 'a' }], refuses: [{ why: '' }] },
  'banking.hand_line.hand_line_check': {
    accepts: [{ state: 'confirmed', entry_id: 1 }, { state: 'waiting' }],
    refuses: [{ state: 'confirmed' }, { state: 'waiting', entry_id: 1 }],
  },
  'banking.message.message_check': {
    accepts: [{ kind: 'camt.053', from_date: day, to_date: day, opening: 0, closing: 0 }, { kind: 'camt.054' }],
    refuses: [
      { kind: 'camt.053', from_date: day, to_date: day, opening: 0 },
      { kind: 'camt.053' },
      { kind: 'camt.054', from_date: day, to_date: day, opening: 0, closing: 0 },
    ],
  },
  'banking.message.message_check1': {
    accepts: [
      { format: 'camt.054', kind: 'camt.054' },
      { format: 'camt.053', kind: 'camt.053' },
      { format: 'mt940', kind: 'camt.053' },
    ],
    refuses: [
      { format: 'camt.054', kind: 'camt.053' },
      { format: 'camt.053', kind: 'camt.054' },
      { format: 'mt940', kind: 'camt.054' },
      { format: 'csv', kind: 'camt.053' },
    ],
  },
  'banking.payment_order.payment_order_message_id_check': endToEnd('message_id'),
  'banking.payout.a_fee_sweep_is_its_own': {
    accepts: [
      { kind: 'fee_sweep', id, subject: id, purpose: 'client_money' },
      { kind: 'return', id, subject: other },
    ],
    refuses: [
      { kind: 'fee_sweep', id, subject: other, purpose: 'client_money' },
      { kind: 'fee_sweep', id, subject: id, purpose: 'reserve' },
    ],
  },
  'banking.payout.only_a_return_is_agreed': {
    accepts: [{ kind: 'return', agreed_by: id }, { kind: 'withdrawal' }],
    refuses: [{ kind: 'withdrawal', agreed_by: id }],
  },
  'banking.payout.owner_of_a_redemption': {
    accepts: [{ kind: 'redemption', institution_id: id }, { kind: 'return' }],
    refuses: [{ kind: 'redemption' }],
  },
  'banking.payout.payout_check': {
    accepts: [{ kind: 'withdrawal', institution_id: id }, { kind: 'return' }],
    refuses: [{ kind: 'withdrawal' }],
  },
  'banking.payout.payout_check1': {
    accepts: [
      { kind: 'sweep', id, subject: id },
      { kind: 'return', id, subject: other },
    ],
    refuses: [{ kind: 'sweep', id, subject: other }],
  },
  'banking.payout.payout_end_to_end_id_check': endToEnd('end_to_end_id'),
  'banking.payout.sent_by_an_order': {
    accepts: [{ state: 'prepared' }, { state: 'rejected' }, { state: 'batched', order_id: id }],
    refuses: [{ state: 'batched' }, { state: 'sent' }, { state: 'accepted' }, { state: 'booked' }],
  },
  'banking.payout.to_a_provider': {
    accepts: [{ kind: 'conversion', provider: 'otc' }, { kind: 'return' }],
    refuses: [{ kind: 'conversion' }, { kind: 'return', provider: 'otc' }],
  },
  'banking.wire.wire_check': {
    accepts: [
      { state: 'booked' },
      { state: 'unidentified' },
      { state: 'return_pending' },
      { state: 'returned' },
      { state: 'credited', institution_id: id },
    ],
    refuses: [{ state: 'credited' }, { state: 'held' }],
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
  'compliance.hold.four_eyes': {
    accepts: [
      { state: 'placed' },
      { state: 'released', maker: 'ann', checker: 'bob' },
      { state: 'rejected', maker: 'ann', checker: 'bob' },
    ],
    refuses: ['released', 'rejected'].flatMap((state) => [
      { state },
      { state, maker: 'ann' },
      { state, checker: 'bob' },
      { state, maker: 'ann', checker: 'ann' },
      { state, maker: 'ann', checker: 'ANN' },
      { state, maker: 'Ann', checker: 'ann' },
    ]),
  },
  'compliance.hold.hold_check': { accepts: [{ subject_kind: 'mint' }, { subject_id: id }], refuses: [{}] },
  'compliance.hold.only_a_rejection_is_concluded': {
    accepts: [{ state: 'placed' }, { state: 'rejected', concluded_at: day }],
    refuses: [
      { state: 'placed', concluded_at: day },
      { state: 'released', concluded_at: day },
    ],
  },
  'institutions.address.address_check': {
    accepts: [{ ownership: 'vasp', vasp: {} }, { ownership: 'self_hosted' }],
    refuses: [{ ownership: 'vasp' }, { ownership: 'self_hosted', vasp: {} }],
  },
  'institutions.address.address_check1': {
    accepts: [{ travel_rule_status: 'complete', travel_rule: {} }, { travel_rule_status: 'missing' }],
    refuses: [{ travel_rule_status: 'complete' }, { travel_rule_status: 'missing', travel_rule: {} }],
  },
  'institutions.address.address_label_check': lengths('label', 64),
  'institutions.address.proved': {
    accepts: [
      { ownership: 'vasp', state: 'active' },
      { ownership: 'self_hosted', state: 'active', proof: {} },
      { ownership: 'self_hosted', state: 'proof_required' },
      { ownership: 'self_hosted', state: 'rejected' },
    ],
    refuses: [
      { ownership: 'self_hosted', state: 'travel_rule' },
      { ownership: 'self_hosted', state: 'cooling' },
      { ownership: 'self_hosted', state: 'active' },
      { ownership: 'self_hosted', state: 'suspended' },
    ],
  },
  'institutions.address.suspended_by_while_suspended': {
    accepts: [{ state: 'active' }, { state: 'suspended' }, { state: 'suspended', suspended_by: 'staff' }],
    refuses: [{ state: 'active', suspended_by: 'staff' }],
  },
  // A label that reads like an address or an id could be taken for one.
  'institutions.address.plain_label': {
    accepts: [{ label: 'cold' }, { label: 'a'.repeat(39) }],
    refuses: [{ label: 'a'.repeat(40) }, { label: `0x${'a'.repeat(40)}` }, { label: 'A'.repeat(40) }, ...uuidLabels],
  },
  'institutions.api_key.api_key_nonce_window_ms_check': {
    accepts: [{}, { nonce_window_ms: 1_000 }, { nonce_window_ms: 86_400_000 }],
    refuses: [{ nonce_window_ms: 999 }, { nonce_window_ms: 86_400_001 }],
  },
  'institutions.api_key.api_key_overlap_seconds_check': {
    accepts: [{}, { overlap_seconds: 0 }, { overlap_seconds: 2_592_000 }],
    refuses: [{ overlap_seconds: -1 }, { overlap_seconds: 2_592_001 }],
  },
  'institutions.api_key.overlap_of_successor': {
    accepts: [{}, { replaces: '00000000-0000-7000-8000-000000000001', overlap_seconds: 0 }],
    refuses: [{ replaces: '00000000-0000-7000-8000-000000000001' }, { overlap_seconds: 0 }],
  },
  'institutions.institution.institution_name_check': lengths('name', 140),
  'institutions.second_person.second_person_amounts_check': {
    accepts: [{ amounts: {} }, { amounts: { CHF: '1' } }],
    refuses: [{ amounts: [] }, { amounts: '1' }],
  },
  'people.approval.approval_decision_reason_check': lengths('decision_reason', 1_000),
  'people.approval.approval_reason_check': lengths('reason', 1_000),
  'people.approval.approved_before_use': {
    accepts: [{ state: 'waiting' }, { state: 'approved', used_at: day }],
    refuses: [
      { state: 'waiting', used_at: day },
      { state: 'refused', used_at: day },
    ],
  },
  'people.approval.decided_by_somebody': {
    accepts: [
      { state: 'waiting' },
      { state: 'expired' },
      ...['approved', 'refused'].map((state) => ({ state, checker: id })),
    ],
    refuses: [{ state: 'approved' }, { state: 'refused' }, { state: 'waiting', checker: id }],
  },
  'people.approval.decided_with_evidence': {
    accepts: [{}, { checker: id, checker_session: id, evidence: '{}', decided_at: day }],
    refuses: [
      { checker: id, checker_session: id, evidence: '{}' },
      { checker: id, checker_session: id, decided_at: day },
      { checker: id, evidence: '{}', decided_at: day },
      { checker_session: id, evidence: '{}', decided_at: day },
      { evidence: '{}' },
    ],
  },
  'people.approval.one_maker': {
    accepts: [{ maker: id, maker_session: id }, { maker_key: id }],
    refuses: [{}, { maker: id }, { maker: id, maker_session: id, maker_key: id }, { maker_key: id, maker_session: id }],
  },
  'people.approval.refused_with_a_reason': {
    accepts: [{ state: 'refused', decision_reason: 'no' }, { state: 'approved' }],
    refuses: [{ state: 'refused' }],
  },
  'people.approval.withdrawn_by_somebody': {
    accepts: [{ state: 'waiting' }, { state: 'withdrawn' }, { state: 'withdrawn', withdrawn_by: 'key 1' }],
    refuses: [{ state: 'waiting', withdrawn_by: 'key 1' }],
  },
  'people.approval.used_once': {
    accepts: [{}, { used_at: day, used_by: '7' }],
    refuses: [{ used_at: day }, { used_by: '7' }],
  },
  'people.approval.four_eyes': {
    accepts: [{ maker: id }, { maker: id, checker: other }],
    refuses: [{ maker: id, checker: id }],
  },
  'people.device.device_agent_check': atMost('agent', 200),
  'people.device.device_check': {
    accepts: [{}, { person_id: id, confirmed_at: day }],
    refuses: [{ person_id: id }, { confirmed_at: day }],
  },
  'people.device.device_label_check': lengths('label', 64),
  'people.passkey.passkey_name_check': lengths('name', 64),
  'people.password.password_hash_check': {
    accepts: [{ hash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA' }],
    refuses: [{ hash: 'a password' }, { hash: '$argon2i$v=19$' }],
  },
  'people.person.person_check': {
    accepts: [{ side: 'staff' }, { side: 'institution', institution_id: id }],
    refuses: [{ side: 'institution' }, { side: 'staff', institution_id: id }],
  },
  'people.person.person_email_check': {
    accepts: [{ email: 'a@b' }, { email: 'a'.repeat(254) }],
    refuses: [{ email: '@b' }, { email: 'a'.repeat(255) }, { email: 'Ann@b' }],
  },
  'people.person.person_name_check': lengths('name', 140),
  'people.session.session_agent_check': atMost('agent', 200),
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
  'ledger.account.floor': {
    accepts: [
      { floored: true, balance: 0 },
      { floored: false, balance: -1 },
    ],
    refuses: [{ floored: true, balance: -1 }],
  },
  'ledger.asset.asset_decimals_check': {
    accepts: [{ decimals: 0 }, { decimals: 18 }],
    refuses: [{ decimals: -1 }, { decimals: 19 }],
  },
  'ledger.entry.entry_amount_check': { accepts: [{ amount: 1 }, { amount: -1 }], refuses: [{ amount: 0 }] },
  'markets.rate.rate_symbol_check': symbol,
  'markets.rate_range.rate_range_check': { accepts: [{ low: 5, high: 5 }], refuses: [{ low: 5, high: 4 }] },
  'trading.client_order.client_order_check': {
    accepts: [{ state: 'Rejected', error: 'x' }, { state: 'Filled' }],
    refuses: [{ state: 'Rejected' }, { state: 'Filled', error: 'x' }],
  },
  'trading.client_order.client_order_check1': {
    accepts: [{ state: 'Filled', trade_id: id }, { state: 'received' }],
    refuses: [{ state: 'Filled' }, { state: 'received', trade_id: id }],
  },
  'trading.client_order.client_order_check2': {
    accepts: [
      { state: 'Rejected', amount: 0 },
      { state: 'Filled', amount: 1 },
    ],
    refuses: [
      { state: 'Filled', amount: 0 },
      { state: 'received', amount: 0 },
    ],
  },
  'trading.conversion.conversion_check': {
    accepts: [{ status: 'rejected', reason: 'x' }, { status: 'completed' }],
    refuses: [{ status: 'rejected' }, { status: 'completed', reason: 'x' }],
  },
  'trading.conversion.conversion_check1': {
    accepts: [
      { status: 'completed', qty: 1, amount: 1, fee: 0 },
      { status: 'rejected', qty: 0, amount: 0, fee: 0 },
    ],
    refuses: [
      { status: 'completed', qty: 0, amount: 1, fee: 0 },
      { status: 'completed', qty: 1, amount: 0, fee: 0 },
      { status: 'completed', qty: 1, amount: 1, fee: -1 },
      { status: 'rejected', qty: 1, amount: 0, fee: 0 },
      { status: 'rejected', qty: 0, amount: 1, fee: 0 },
      { status: 'rejected', qty: 0, amount: 0, fee: 1 },
    ],
  },
  'trading.pair.pair_symbol_check': symbol,
  'trading.quote.quote_check': {
    accepts: [{ created_at: day, expires_at: next }],
    refuses: [{ created_at: day, expires_at: day }],
  },
  'trading.venue.venue_name_check': {
    accepts: [{ name: 'a' }, { name: `a${'-9'.repeat(15)}z` }],
    refuses: [{ name: '' }, { name: '9a' }, { name: 'Aa' }, { name: 'a'.repeat(33) }, { name: 'a b' }],
  },
  'institutions.bank_account.bank_account_label_check': lengths('label', 64),
  'institutions.bank_account.bank_account_name_check': lengths('name', 140),
  'institutions.bank_account.plain_label': {
    accepts: [{ label: 'main' }, { label: '12345612345678 main' }],
    refuses: [{ label: '12345612345678' }, { label: '123456 12345678' }, { label: '123456-12345678' }, ...uuidLabels],
  },
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
  'work.clock.clock_speed_check': {
    accepts: [{ speed: 1 }, { speed: 100_000 }],
    refuses: [{ speed: 0 }, { speed: 100_001 }],
  },
  'work.intent.intent_check': {
    accepts: [{ state: 'settled', outcome: {} }, { state: 'sent' }],
    refuses: [{ state: 'settled' }, { state: 'sent', outcome: {} }],
  },
}
