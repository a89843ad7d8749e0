import { rooms } from '@specie/service/rooms.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'

// All that the service's role may do, written down: a right more or less is a decision, and shows here.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** Columns where not all of a table may be written. What is not here may not even be read. */
const granted: Record<string, string> = {
  'audit.entry': 'select',
  'audit.head': 'select',
  'audit.marked_from': 'select',
  'audit.seal': 'select',
  'audit.shape': 'select',
  'audit.shipment': 'select',
  'audit.signature': 'select',
  'audit.version': 'select',
  'banking.alias': 'insert, select',
  'banking.bank_account': 'insert, select, update (account, bic, name, qriban, sortcode)',
  'banking.bank_case': 'insert, select, update (closed_at, closed_by)',
  'banking.entry':
    'insert, select, update (booked_at, confirmed_by, disowned_at, end_to_end_id, fuller, notified_by, told_by)',
  'banking.expected': 'insert, select, update (entry_id, owed, taken_back)',
  'banking.expected_wire': 'select',
  'banking.feed': 'select, update (last)',
  'banking.file': 'insert, select',
  'banking.hand_file': 'insert, select, update (confirmed_at, confirmed_by, disowned_at, disowned_by)',
  'banking.hand_line': 'insert, select, update (entry_id, state, updated_at)',
  'banking.incoming_wire': 'select',
  'banking.message': 'insert, select',
  'banking.payable': 'select',
  'banking.payer_account': 'select',
  'banking.payment_order': 'insert, select, update (asked_at)',
  'banking.payout': 'insert, select, update (credited, debited, order_id, reason, state, unread, updated_at, withheld)',
  'banking.payout_details': 'select',
  'banking.payout_news': 'select',
  'banking.reference': 'insert, select',
  'banking.reference_number': 'usage',
  'banking.sender': 'select',
  'banking.unasked_effect': 'select',
  'banking.unclear_line': 'insert, select, update (decided_by, entries)',
  'banking.unconfirmed_credit': 'select',
  'banking.wire':
    'insert, select, update (frozen_by, institution_id, paid_to, reason, reference, sender_account, sender_bic, sender_name, state, updated_at)',
  'banking.wire_report': 'select',
  'base.data_key': 'delete, insert, select',
  'base.definition': 'select',
  'base.environment': 'select',
  'base.migration': 'select',
  'base.prepared': 'select',
  'base.server': 'select',
  'chains.attempt': 'insert, select',
  'chains.carried': 'insert, select',
  'chains.coming_mint': 'select',
  'chains.contract': 'insert, select',
  'chains.current_operation': 'select',
  'chains.cursor': 'insert, select, update',
  'chains.deposit_address': 'insert, select, update (assigned_at, institution_id, rail_id)',
  'chains.final_movement': 'select',
  'chains.halt': 'insert, select, update (lifted_at, lifted_by)',
  'chains.height': 'select',
  'chains.institution_address': 'select',
  'chains.lease': 'insert, select, update',
  'chains.leaving': 'select',
  'chains.movement': 'insert, select, update (booked_at, state, unread, updated_at, verdict)',
  'chains.omnibus_wallet': 'select',
  'chains.operation': 'insert, select, update (alone, reason, state, transaction_id, txid, unread, updated_at)',
  'chains.operation_txid': 'select',
  'chains.signed_hash': 'select',
  'chains.supply': 'insert, select, update',
  'chains.token_account': 'insert, select',
  'chains.transaction': 'insert, select, update (cost, created_at, hash, height, nonce, sent_at, state)',
  'chains.trouble': 'delete, insert, select, update',
  'chains.wallet': 'insert, select, update (next_nonce)',
  'compliance.hold':
    'insert, select, update (checker, concluded_at, hit_at, maker, return_to, state, subject_id, subject_kind, updated_at)',
  'compliance.listed': 'insert, select',
  'compliance.part': 'insert, select',
  'onboarding.closing_destination': 'select',
  'onboarding.closing_payout': 'insert, select',
  'destinations.address':
    'insert, select, update (proof, proof_text, state, suspended_by, travel_address, travel_rule, travel_rule_status, updated_at, usable_from)',
  'destinations.address_label': 'select',
  'onboarding.agreement': 'insert, select, update (countersignature, ends_at, signature, state, updated_at)',
  'access.api_key':
    'insert, select, update (frozen_by, ip_allowlist, label, nonce_window_ms, proof, proven_at, revoke_at, scopes, state, updated_at)',
  'access.api_key_label': 'select',
  'destinations.bank_account_label': 'select',
  'onboarding.information_request': 'insert, select, update (answered_at, answered_by, sealed_answer)',
  'directory.institution': 'insert, select, update (name)',
  'access.key_challenge': 'delete, insert, select, update (expires_at, value)',
  'access.key_use': 'insert (key_id), select',
  'onboarding.kyb_case':
    'insert, select, update (confirmed_at, entity, erased_at, review_deadline, review_due_at, risk, screening, state, submitted_at, updated_at)',
  'onboarding.kyb_document': 'insert, select, update (removed_at, removed_by)',
  'onboarding.kyb_document_content': 'insert, select',
  'onboarding.kyb_person': 'insert, select, update (removed_at, removed_by, roles, sealed, updated_at)',
  'access.recent_call': 'select',
  'people.second_person': 'insert, select, update (amounts, is_dropped)',
  'destinations.withdrawal_wallet': 'select',
  'issuance.due_effect': 'select',
  'issuance.payable': 'select',
  'issuance.conversion':
    'insert, select, update (delivered, held, network_fee, payout_id, provider, reason, reused, sent, sold, spread, state, updated_at, withheld)',
  'issuance.conversion_leg': 'insert, select, update (fee, outcome)',
  'issuance.mint': 'insert, select, update (booked_at, reason, reserved, settled_at, spent, spread, state, updated_at)',
  'issuance.redemption': 'insert, select, update (booked_at, paid_at, reason, settled_at, state, updated_at)',
  'ledger.account': 'select',
  'ledger.asset': 'select',
  'ledger.balance': 'select',
  'ledger.debt': 'select',
  'ledger.chart': 'select',
  'ledger.entry': 'select',
  'ledger.journal': 'select',
  'ledger.line': 'select',
  'ledger.posted': 'select',
  'markets.rate': 'insert, select, update',
  'markets.rate_range': 'delete, insert, select, update',
  'people.approval': 'select',
  'people.approval_kind': 'select',
  'people.attempt': 'delete, insert, select, update',
  'people.challenge': 'delete, insert, select',
  'people.device': 'delete, insert, select, update (confirmed_at, confirmed_by, person_id)',
  'people.link': 'insert, select, update (used_at)',
  'people.passkey': 'insert, select, update (counter, last_used_at, name, removed_at)',
  'people.password': 'delete, insert, select, update (hash, updated_at)',
  'directory.person': 'insert, select, update (name, state, updated_at)',
  'directory.person_role': 'select',
  'people.recovery_code': 'delete, insert, select, update (used_at)',
  'people.rehearsal': 'select',
  'people.role': 'select',
  'people.role_conflict': 'select',
  'people.session':
    'insert, select (agent, created_at, ended_at, expires_at, factor_at, id, ip, kind, label, method, opened_by, passkey_id, person_id, replaces, seen_at), update (ended_at)',
  'people.totp': 'delete, insert, select, update (confirmed_at, last_step, sealed_secret, updated_at)',
  'rails.cursor': 'insert, select, update',
  'rails.due_effect': 'select',
  'rails.payable': 'select',
  'rails.payment':
    'insert, select, update (attempt, bankref, booked_at, collected_at, commission, completed_at, legs, reason, reference, reserved, sent, spread, state, stuck, txid, updated_at)',
  'rails.rail': 'insert, select, update (funding, reason, state, updated_at)',
  'rails.statement': 'insert, select',
  'rails.statement_entry': 'insert, select',
  'state.standing': 'select',
  'state.history': 'select',
  'state.machine': 'select',
  'state.step': 'select',
  'state.transition': 'select',
  'trading."position"': 'insert, select, update',
  'trading.client_order': 'select, update (amount, error, fee, fills, state, trade_id, updated_at)',
  'trading.conversion': 'insert, select',
  'trading.desk_flow': 'delete, select',
  'trading.execution': 'insert, select, update (reason, state, updated_at)',
  'trading.order_mark': 'select',
  'trading.pair': 'insert, select, update',
  'trading.price': 'delete, insert, select',
  'trading.quote': 'insert, select',
  'trading.quote_hold': 'delete, insert, select',
  'trading.venue': 'insert, select',
  'trading.closed_flow': 'delete, select',
  'access.nonce_mark': 'select',
  'destinations.bank_account': 'insert, select, update (accepted, disabled_at)',
  'transfers.deposit':
    'insert, select, update (agreed_by, assigned_at, assigned_by, block, collected_at, frozen_by, height, institution_id, return_cost, return_fee, returned_to, state, stuck_at, updated_at)',
  'transfers.due_effect': 'select',
  'transfers.payable': 'select',
  'transfers.statement': 'insert, select',
  'transfers.unreferenced': 'insert, select, update (until)',
  'transfers.withdrawal': 'insert, select, update (network_fee, reason, state, updated_at)',
  'treasury.ahead': 'select',
  'treasury.claim': 'select',
  'treasury.promise': 'select',
  'treasury.refundable_fee': 'select',
  'treasury.set_aside': 'select',
  'treasury.uncollected': 'select',
  'treasury.unsent': 'select',
  'banking.due_payout': 'select',
  'chains.due_effect': 'select',
  'chains.prefunded_mint': 'select',
  'compliance.barred': 'select',
  'destinations.destination': 'select',
  'ledger.fee_due': 'select',
  'onboarding.agreement_product': 'select',
  'people.api_key': 'select',
  'work.claim': 'select',
  'work.clock': 'insert, select, update',
  'work.horizon': 'select',
  'work.intent': 'insert, select, update (attempts, outcome, request, sent_at, settled_at, state)',
  'work.open_intent': 'select',
  'work.pulse': 'select, update (at)',
  'work.request': 'insert, select, update (answer)',
  'work.used_id': 'select',
}

/** They act as the owner, and the service may call them. */
const callable = [
  'audit.add_seal',
  'audit.add_signature',
  'audit.append',
  'audit.note_shipped',
  'audit.read_people_session',
  'banking.causes_of',
  'base.note_server',
  'chains.causes_of',
  'compliance.begun_among',
  'compliance.end_request',
  'compliance.lock_open',
  'compliance.note_debt',
  'compliance.standing_ends',
  'compliance.stop_again',
  'access.admit',
  'access.mark_nonces',
  'access.note_calls',
  'ledger.close_period',
  'ledger.open_accounts',
  'ledger.post',
  'people.ask_approval',
  'people.ask_by_key',
  'people.bootstrap',
  'people.decide_approval',
  'people.expire_approval',
  'people.rehearse_approval',
  'people.session_of',
  'people.session_unattended',
  'people.set_roles',
  'people.use_approval',
  'people.withdraw_approval',
  'people.withdraw_by_key',
  'people.withdraw_payment',
  'trading.close_flows',
  'trading.count_desk',
  'trading.forget_quotes',
  'trading.place',
  'trading.stored_hash',
  'work.assert_claim',
  'work.forget_answers',
  'work.take_claim',
]

/** They act as the owner, and nobody may call them directly: triggers, and helpers of the others. */
const internal = [
  ...Object.keys(rooms.tables).map((table) => `audit.note_${table.replace('.', '_')}`),
  'banking.payout_agrees',
  'chains.operation_agrees',
  'chains.refuse_bytes',
  'compliance.institution_stopped',
  'onboarding.note_standing',
  'onboarding.standing_decided',
  'compliance.mark',
  'compliance.mark_new',
  'compliance.passed_on',
  'compliance.refuse_effect',
  'transfers.deposit_refused',
  'compliance.standing_applies',
  'access.admit_in_turn',
  'access.standing_changed',
  'people.acting_person',
  'people.check_device',
  'people.check_session',
  'people.end_opened',
  'people.record_approval',
  'people.replace_session',
  'people.write_roles',
  'state.enforce',
  'state.enforce_hold',
  'trading.mark_moved',
  'trading.mark_orders',
  'trading.mark_stored',
  'trading.post_counted',
  'trading.verdicts_of',
  'work.uat_only',
]

const ours = `n.nspname !~ '^(pg_|information_schema$|public$)'`

test('the service may read and write these tables and columns, and nothing else', async () => {
  const rows = await database.owner.query<{ name: string; rights: string }>(
    `with granted as (
       select c.oid, lower(a.privilege_type) as act
       from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a
       where ${ours} and a.grantee in ('specie_app'::regrole, 0)
       union all
       select c.oid, lower(a.privilege_type) || ' (' || string_agg(t.attname, ', ' order by t.attname) || ')'
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute t on t.attrelid = c.oid and not t.attisdropped,
         aclexplode(t.attacl) a
       where ${ours} and a.grantee in ('specie_app'::regrole, 0)
       group by c.oid, a.privilege_type
     )
     select oid::regclass::text as name, string_agg(act, ', ' order by act) as rights from granted group by oid`,
  )
  expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual(granted)
})

test('of what acts as the owner it may call these functions, and others may call none', async () => {
  const rows = await database.owner.query<{ name: string; open: boolean }>(
    `select p.oid::regproc::text as name, has_function_privilege('public', p.oid, 'execute') as open
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and p.prosecdef and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('specie_app', p.oid, 'execute') order by 1`,
  )
  expect(rows).toEqual(callable.toSorted().map((name) => ({ name, open: false })))
})

test('these act as the owner, and look for names only where nobody else can put any', async () => {
  const rows = await database.owner.query<{ name: string; path: string }>(
    `select p.oid::regproc::text as name, (select one from unnest(p.proconfig) one where one ~ '^search_path=') as path
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prosecdef`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...callable, ...internal].toSorted())
  const schema = (name: string) => name.split('.')[0]!
  const paths = (name: string) => ['pg_catalog', 'base', schema(name)].map((first) => `search_path=${first}, pg_temp`)
  expect(rows.filter(({ name, path }) => !paths(name).includes(path))).toEqual([])
})

test('helpers of those that act as the owner are for them alone', async () => {
  const rows = await database.owner.query<{ name: string }>(
    `select p.oid::regproc::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and p.prorettype <> 'trigger'::regtype and not has_function_privilege('specie_app', p.oid, 'execute')
     order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'access.admit_in_turn',
    'compliance.leaves_us',
    'compliance.left_among',
    'compliance.lock_holds',
    'compliance.pays_debt',
    'compliance.place_waits',
    'compliance.reasons_to_wait',
    'compliance.stop_thing',
    'compliance.stop_things',
    'compliance.waits_of',
    'ledger.asked_lines',
    'ledger.booked_lines',
    'ledger.cover_debts',
    'ledger.false_reversals',
    'ledger.replays',
    'ledger.shortfalls',
    'onboarding.decided_standing',
    'people.acting_person',
    'people.end_request',
    'people.lock_approval',
    'people.refuse_approval',
    'people.withdraw_requests_of',
    'people.write_roles',
    'state.course',
    'state.lock_holdable',
    'state.lock_holdables',
    'state.note_hold',
    'state.note_holds',
    'state.stoppable',
    'state.tells_hold',
    'trading.mark_orders',
    'trading.mark_stored',
    'trading.orders_hash',
    'trading.post_counted',
    'trading.verdicts_of',
    'work.raise_horizon',
    'work.reach_horizon',
  ])
})

test('it owns nothing and may create nothing', async () => {
  const rows = await database.owner.query(
    `select nspname as name from pg_namespace n where has_schema_privilege('specie_app', n.oid, 'create')
     union select c.oid::regclass::text from pg_class c where c.relowner = 'specie_app'::regrole
     union select p.oid::regproc::text from pg_proc p where p.proowner = 'specie_app'::regrole`,
  )
  expect(rows).toEqual([])
})
