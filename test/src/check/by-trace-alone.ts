/**
 * Columns without a counterpart in a journal, at the bank or on a chain, so that only their trace reveals a forgery: the hash
 * of the row, its seal, or the audit chain. By table, with the reason.
 */
const columns: { readonly [table: string]: readonly [why: string, columns: string] } = {
  'audit.entry': ['the chain itself', 'seq body hash deleted doubled'],
  'audit.head': ['the chain itself', 'seq hash deleted'],
  'audit.marked_from': ['from where on orders have marks', 'only_row committed deleted doubled'],
  'audit.seal': ['named by the chain', 'stream first last count sha256 marks at deleted'],
  'audit.shape': ['sealed with versions', 'name columns deleted'],
  'audit.signature': ['signed', 'seq hash public_key signature at doubled'],
  'audit.version': ['sealed', 'committed name id shape hash role deleted doubled'],
  'banking.bank_account': ['how the bank calls it', 'qriban sortcode account bic name'],
  'banking.entry': [
    'who told it, and when; other words of the bank',
    'reported reported_detail notified_by confirmed_by booked_at retracted_at',
  ],
  'banking.expected': ['times', 'created_at'],
  'banking.file': ['what was taken in', 'sha256 received_at deleted doubled'],
  'banking.manual_file': [
    'who took it, and what became of it',
    'taken_by why taken_at taken_on confirmed_by confirmed_at retracted_by retracted_at',
  ],
  'banking.manual_line': [
    'to whom it is shown, what and when; it moves nothing',
    'id reported institution_id state entry_id created_at updated_at deleted doubled',
  ],
  'banking.message': [
    'the bank’s words: the last closing balance is compared',
    'file account sequence content created_at from_date to_date opening closing deleted doubled',
  ],
  'banking.payment_order': [
    'what was sent to the bank: its payouts are compared',
    'id message_id purpose currency execution_date xml created_at deleted doubled',
  ],
  'banking.payout': ['names and times', 'creditor_name creditor_bic remittance order_id reason created_at updated_at'],
  'banking.reference': ['whose a reference is', 'institution_id value created_at deleted'],
  'banking.sender': ['whose an account is', 'account institution_id created_at deleted doubled'],
  'banking.wire': ['names and times', 'sender_name sender_bic reason created_at updated_at frozen_by'],
  'banking.bank_case': [
    'notes for people',
    'id kind cause entry_id detail opened_at closed_at closed_by deleted doubled',
  ],
  'chains.attempt': ['signed bytes', 'chain hash transaction_id number raw terms created_at deleted'],
  'chains.carried': ['which transactions carried it', 'doubled'],
  'chains.allow_list': [
    'decisions of people; the mode on the chain is compared',
    'id number chain asset is_on problem created_at done_at deleted doubled',
  ],
  'chains.listing': [
    'who was listed; the list of the chain is compared',
    'id number chain asset address is_listed created_at deleted doubled',
  ],
  'chains.coin_transfer': ['places and times', 'txid index height at'],
  'chains.contract': ['where a coin lives', 'chain asset address txid created_at deleted doubled'],
  'chains.deposit_address': ['times', 'family assigned_at'],
  'compliance.switch': ['notes for people', 'id what reason actor at lifted_at lifted_by deleted doubled'],
  'chains.movement': ['places and times', 'id index height block sender created_at updated_at'],
  'chains.operation': ['how it is sent, and times', 'alone reason created_at updated_at memo'],
  'chains.transaction': ['what the network took, which the house pays', 'key nonce height cost created_at'],
  'chains.wallet': ['our own addresses', 'chain key address deleted doubled'],
  'compliance.hold': [
    'decisions of people',
    'institution_id subject_kind subject_id cause hit_at reason maker checker created_at updated_at return_to',
  ],
  'compliance.list_entry': ['lists', 'id list reference effect hash content wallets began ended deleted doubled'],
  'compliance.list_source': [
    'lists',
    'list source etag due_at checked_at expires_at failed_at failure accepted deleted doubled',
  ],
  'compliance.list_version': [
    'lists',
    'id list format source sha256 issued state refusal refused_because entries counts added changed removed reassigned renumbered created_at replaced_at deleted doubled',
  ],
  'destinations.address': [
    'labels and proofs',
    'label memo custody travel_rule usable_from created_at updated_at travel_address proof_text proof',
  ],
  'onboarding.agreement': [
    'contracts',
    'institution_id version text_sha256 replaces expires_at ends_at signature countersignature created_at updated_at',
  ],
  'access.api_key': [
    'keys',
    'institution_id spki label scopes ip_allowlist expires_at replaces overlap_seconds revoke_at frozen_by proven_at proof created_at updated_at',
  ],
  'onboarding.information_request': [
    'files',
    'id institution_id sealed_question asked_by created_at due_at sealed_answer answered_by answered_at deleted doubled',
  ],
  'reports.holder': ['whose an address was', 'class institution_id provider'],
  'reports.outsourced_service': ['kept by people', 'id code content actor created_at deleted doubled'],
  'reports.holder_day': ['how it was counted', 'height holders created_at'],
  'directory.institution': ['names', 'id name created_at deleted doubled'],
  'onboarding.kyb_case': [
    'files',
    'institution_id channel entity screening risk submitted_at review_due_at review_deadline confirmed_at erased_at created_at updated_at',
  ],
  'onboarding.kyb_document': [
    'files',
    'id institution_id person_id kind content_type bytes sha256 sealed_name expires_on created_at created_by removed_at removed_by deleted doubled',
  ],
  'onboarding.kyb_person': [
    'files',
    'id institution_id roles sealed created_at created_by updated_at removed_at removed_by deleted doubled',
  ],
  'issuance.conversion': ['a plan, and times', 'expires_at reused reason created_at updated_at'],
  'issuance.mint': [
    'times, a label, and a ceiling that is looser than it was',
    'clreqid destination max_spent reason asked_settlement created_at updated_at second_person',
  ],
  'issuance.redemption': ['times', 'clreqid reason asked_settlement created_at updated_at second_person'],
  'ledger.journal': ['when it was posted, and notes', 'at meta'],
  'rails.payment': [
    'what was told of it',
    'payer collected_at txid bankref reason stuck attempt legs completed_at created_at updated_at deposit_index',
  ],
  'rails.rail': [
    'what was asked for: its payments are compared',
    'clreqid sender recipient asset blockchain memo address_id funding reason created_at updated_at',
  ],
  'rails.statement': ['the provider’s words', 'provider currency day closing taken_on taken_at deleted doubled'],
  'rails.statement_entry': ['the provider’s words', 'source kind bankref amount provider currency day deleted'],
  'state.history': ['who, why and when', 'actor why at institution_id'],
  'trading.client_order': [
    'a limit that is looser than it was keeps what was filled',
    'clordid price created_at updated_at',
  ],
  'trading.conversion': ['times', 'clreqid created_at'],
  'trading.execution': ['times', 'reason created_at updated_at'],
  'trading.pair': ['switches', 'symbol halted book book_until version updated_at deleted doubled'],
  'trading.quote': [
    'one that nobody took has moved nothing',
    'id institution_id symbol side qty amount fee created_at expires_at deleted doubled',
  ],
  'trading.venue': ['whose account it is', 'name institution_id created_at deleted'],
  'destinations.bank_account': [
    'one that nothing was paid to',
    'label identifier name confirmation confirmed_name accepted disabled_at created_at doubled',
  ],
  'transfers.deposit': ['times', 'collected_at stuck_at created_at updated_at returned_to'],
  'transfers.statement': [
    'what was given out',
    'id institution_id currency period_from period_to sequence deleted doubled',
  ],
  'transfers.unreferenced': ['what was shown', 'payout_id until deleted doubled'],
  'transfers.withdrawal': ['times', 'clreqid reason created_at updated_at second_person closing'],
  'base.data_key': ['keys of personal data', 'subject sealed_key created_at deleted doubled'],
  'access.key_challenge': ['lives for minutes', 'key_id value expires_at deleted doubled'],
  'access.nonce_mark': ['what a nonce was', 'key_id nonce version at deleted doubled'],
  'people.challenge': ['lives for minutes', 'value purpose person_id subject expires_at deleted doubled'],
  'people.device': [
    'lives for minutes',
    'id device_hash user_code side label person_id confirmed_at expires_at created_at ip agent confirmed_by deleted doubled',
  ],
  'people.link': [
    'how people come in',
    'id person_id purpose token_hash expires_at used_at created_at deleted doubled',
  ],
  'people.passkey': [
    'how people sign in',
    'id person_id credential_id public_key transports name created_at removed_at rp_id deleted doubled',
  ],
  'people.password': ['how people sign in', 'person_id hash updated_at deleted doubled'],
  'people.recovery_code': ['how people sign in', 'person_id hash used_at deleted doubled'],
  'people.session': [
    'who is signed in',
    'id person_id token_hash kind method label factor_at created_at expires_at ended_at ip agent passkey_id opened_by deleted doubled replaces',
  ],
  'people.totp': ['how people sign in', 'person_id sealed_secret confirmed_at last_step updated_at deleted doubled'],
  'trading.closed_flow': ['what was counted', 'symbol began base quote deleted doubled'],
  'work.used_id': ['ids that stay used', 'institution_id clreqid used_at deleted doubled'],
  'banking.payer_account': ['who pays us from where', 'payer account active deleted doubled'],
  'people.approval': [
    'decisions of people',
    'kind institution_id subject payload payload_hash maker reason checker decision_reason evidence expires_at decided_at used_at used_by created_at updated_at maker_session checker_session',
  ],
  'directory.person': ['people', 'email name created_at updated_at'],
  'directory.person_role': ['what people may do', 'person_id role is_taken deleted doubled'],
  'work.intent': [
    'what was asked outside',
    'key effect subject attempts outcome created_at sent_at settled_at deleted doubled request',
  ],
  'work.request': ['what was answered', 'institution_id clreqid content answer created_at deleted doubled'],
}

export const byTraceAlone: ReadonlySet<string> = new Set(
  Object.entries(columns).flatMap(([table, [, names]]) => names.split(' ').map((name) => `${table}.${name}`)),
)
