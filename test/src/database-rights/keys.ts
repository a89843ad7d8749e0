// Unique columns.

type Row = Record<string, unknown>

/**
 * Two rows that agree in all of these columns are refused, and two that differ in one of them are not. A key for some rows only
 * applies to those `within`, and accepts another row that differs from them by any of `free`.
 */
type Key = { columns: string[]; within?: Row[]; free?: Row[] }

const states = (...all: string[]): Row[] => all.map((state) => ({ state }))
const on = (...columns: string[]): Key => ({ columns })

const underWay = ['prepared', 'batched', 'sent', 'accepted']

export const keys: Record<string, Key> = {
  'audit.seal.seal_stream_first_key': on('stream', 'first'),
  'audit.shape.shape_name_columns_key': on('name', 'columns'),
  'banking.bank_account.bank_account_purpose_currency_key': on('purpose', 'currency'),
  'banking.bank_account.bank_account_qriban_key': on('qriban'),
  'banking.bank_case.bank_case_kind_cause_key': on('kind', 'cause'),
  'banking.entry.entry_account_bankref_key': on('account', 'bankref'),
  'banking.expected.expected_entry_id_key': on('entry_id'),
  'banking.expected.expected_taken_back_key': on('taken_back'),
  'banking.message.message_account_format_sequence_key': on('account', 'format', 'sequence'),
  'banking.payment_order.payment_order_message_id_key': on('message_id'),
  'banking.payout.one_fee_sweep': {
    columns: ['currency'],
    within: underWay.map((state) => ({ kind: 'fee_sweep', state })),
    free: [{ kind: 'sweep' }, ...states('booked', 'rejected', 'returned')],
  },
  'banking.payout.one_payout': {
    columns: ['kind', 'subject'],
    within: states(...underWay, 'booked'),
    free: states('rejected', 'returned'),
  },
  'banking.payout.one_sweep': {
    columns: ['purpose', 'currency'],
    within: underWay.map((state) => ({ kind: 'sweep', state })),
    free: [{ kind: 'fee_sweep' }, ...states('booked', 'rejected', 'returned')],
  },
  'banking.payout.return_agreed': {
    columns: ['agreed_by'],
    within: [{ kind: 'return' }],
    free: [{ agreed_by: null }],
  },
  'banking.payout.payout_end_to_end_id_key': on('end_to_end_id'),
  'banking.reference.reference_value_key': on('value'),
  'banking.unclear_line.unclear_line_message_id_place_key': on('message_id', 'place'),
  'banking.wire.wire_entry_id_key': on('entry_id'),
  'chains.allow_list.allow_list_number_key': on('number'),
  'chains.listing.listing_number_key': on('number'),
  'chains.attempt.attempt_transaction_id_number_key': on('transaction_id', 'number'),
  'chains.deposit_address.deposit_address_family_address_key': on('family', 'address'),
  'chains.deposit_address.one_address': on('institution_id', 'family'),
  'chains.deposit_address.rail_address': on('rail_id'),
  'compliance.switch.one_pulled': { columns: ['what'], free: [{ lifted_at: '2026-01-01' }] },
  'chains.movement.movement_chain_txid_index_block_key': on('chain', 'txid', 'index', 'block'),
  'chains.movement.one_final': {
    columns: ['chain', 'txid', 'index'],
    within: states('final'),
    free: states('seen', 'orphaned'),
  },
  'chains.movement.one_supply_change': {
    columns: ['chain', 'asset', 'request_id'],
    within: states('final'),
    free: states('seen', 'orphaned'),
  },
  'chains.operation.one_operation': {
    columns: ['purpose', 'subject', 'kind', 'chain'],
    within: states('queued', 'working', 'final'),
    free: states('failed', 'canceled'),
  },
  'chains.operation.operation_request_id_key': on('request_id'),
  'chains.token_account.token_account_owner_mint_key': on('owner', 'mint'),
  'chains.transaction.one_use_of_a_nonce': {
    columns: ['chain', 'key', 'nonce'],
    within: states('assigned', 'sent', 'final', 'reverted'),
    free: states('over'),
  },
  'compliance.list_entry.list_entry_open': {
    columns: ['list', 'reference'],
    within: [{ ended: null }],
    free: [{ ended: '00000000-0000-4000-8000-00000000c0de' }],
  },
  'compliance.list_version.list_version_active': {
    columns: ['list'],
    within: states('active'),
    free: [{ state: 'replaced', replaced_at: '2026-11-19' }],
  },
  'compliance.exchange.exchange_of_peer': {
    columns: ['peer', 'request_id'],
    within: [{ direction: 'in' }],
    free: [{ direction: 'out' }],
  },
  'compliance.exchange.exchange_of_transfer': {
    columns: ['subject_id'],
    within: [{ direction: 'out' }],
    free: [{ direction: 'in' }],
  },
  'compliance.rule.rule_name_key': on('name'),
  'compliance.rule_version.rule_active': {
    columns: ['rule_id'],
    within: states('active'),
    free: states('draft', 'shadow', 'retired'),
  },
  'compliance.rule_version.rule_version_rule_id_number_key': on('rule_id', 'number'),
  'destinations.address.address_institution_id_label_key': on('institution_id', 'label'),
  'destinations.address.one_entry': {
    columns: ['institution_id', 'blockchain', 'address'],
    within: states(
      'submitted',
      'screening',
      'in_review',
      'proof_required',
      'travel_rule',
      'cooling',
      'active',
      'suspended',
    ),
    free: states('rejected', 'revoked'),
  },
  'onboarding.agreement.one_active_agreement': {
    columns: ['institution_id', 'product'],
    within: states('active'),
    free: states('drafted', 'sent', 'signed', 'expired', 'superseded', 'terminated'),
  },
  'onboarding.agreement.one_open_agreement': {
    columns: ['institution_id', 'product'],
    within: states('drafted', 'sent', 'signed'),
    free: states('active', 'expired', 'superseded', 'terminated'),
  },
  'access.api_key.one_proven_key': {
    columns: ['spki'],
    within: [{ proven_at: '2026-01-01' }],
    free: [{ proven_at: null }],
  },
  'onboarding.kyb_case.kyb_case_institution_id_key': on('institution_id'),
  'onboarding.requirement_tick.requirement_tick_institution_id_requirement_key': on('institution_id', 'requirement'),
  'issuance.conversion.conversion_reference_key': on('reference'),
  'issuance.conversion_leg.conversion_leg_conversion_id_source_key': on('conversion_id', 'source'),
  'ledger.account.account_pool_owner_name_asset_key': on('pool', 'owner', 'name', 'asset'),
  'ledger.journal.journal_key': on('key'),
  'compliance.hit.hit_party_hash_entry_hash_key': on('party_hash', 'entry_hash'),
  'compliance.case_file.case_open_of_institution': {
    columns: ['about'],
    within: [{ state: 'open' }, { state: 'in_review' }],
    free: [{ state: 'closed' }, { state: 'reported' }],
  },
  'compliance.case_file.case_open_of_party': {
    columns: ['party'],
    within: [{ state: 'open' }, { state: 'in_review' }],
    free: [{ state: 'closed' }, { state: 'reported' }],
  },
  'compliance.party.party_open': {
    columns: ['subject_id', 'part', 'hash'],
    within: [{ ended_at: null }],
    free: [{ ended_at: '2026-01-01' }],
  },
  'ledger.journal.journal_reverses': on('reverses'),
  'people.approval.asked_once': {
    columns: ['kind', 'subject'],
    within: [{ institution_id: '00000000-0000-4000-8000-000000000001' }],
    free: [{ institution_id: null }],
  },
  'people.approval.one_open': {
    columns: ['kind', 'subject'],
    within: [
      { state: 'waiting' },
      {
        state: 'waiting',
        institution_id: '00000000-0000-4000-8000-000000000001',
        subject: '00000000-0000-4000-8000-000000000001',
        payload_hash: '\\x01',
      },
    ],
    free: states('approved', 'refused', 'expired', 'withdrawn'),
  },
  'people.device.device_device_hash_key': on('device_hash'),
  'people.device.device_user_code_key': on('user_code'),
  'people.link.link_token_hash_key': on('token_hash'),
  'people.passkey.passkey_credential_id_key': on('credential_id'),
  'directory.person.one_login': {
    columns: ['side', 'institution_id', 'email'],
    within: states('invited', 'active', 'suspended'),
    free: states('removed'),
  },
  'people.session.session_token_hash_key': on('token_hash'),
  'rails.payment.payment_reference_key': on('reference'),
  'rails.payment.payment_source_key': on('source'),
  'rails.rail.rail_reference': {
    columns: [],
    within: [{ funding: { reference: 'a' } }],
    free: [{ funding: { reference: 'b' } }],
  },
  'trading.client_order.client_order_once': on('institution_id', 'clordid'),
  'trading.conversion.conversion_quote_id_key': on('quote_id'),
  'trading.venue.venue_institution_id_key': on('institution_id'),
  'destinations.bank_account.bank_account_institution_id_label_key': on('institution_id', 'label'),
  'transfers.deposit.one_deposit': {
    columns: ['blockchain', 'txid', 'index'],
    within: states('seen', 'credited', 'held'),
    free: states('orphaned'),
  },
  'transfers.statement.statement_institution_id_currency_period_from_period_to_key': on(
    'institution_id',
    'currency',
    'period_from',
    'period_to',
  ),
  'transfers.statement.statement_institution_id_currency_sequence_key': on('institution_id', 'currency', 'sequence'),
}
