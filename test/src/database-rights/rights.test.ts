import { readFile } from 'node:fs/promises'
import { rooms } from '@specie/service/rooms.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rightsPage } from '../../../tools/rights.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'

// All rights of the service's role, as a list: an additional or missing right is a decision, and appears here.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** Tables that it cannot read: null. For the others: the columns that it cannot read. */
const unread: Record<string, string | null> = {
  'banking.alert': null,
  'banking.matter': null,
  'banking.ordered_payout': null,
  'chains.irrevocable': null,
  'chains.listing_effect': null,
  'chains.own_holder': null,
  'chains.signed': null,
  'chains.transfer_end': null,
  'compliance.begun_effect': null,
  'compliance.departed': null,
  'compliance.institution_profile': null,
  'compliance.own_alert': null,
  'compliance.reference_rate': null,
  'destinations.usable_holder': null,
  'destinations.barred_wallet': null,
  'destinations.hosted_wallet': null,
  'issuance.claim': null,
  'issuance.promise': null,
  'issuance.reserved': null,
  'issuance.set_aside': null,
  'issuance.transfer_end': null,
  'markets.reference_rate': null,
  'onboarding.institution_profile': null,
  'people.session': 'token_hash',
  'rails.alert': null,
  'rails.promise': null,
  'rails.reserved': null,
  'rails.transfer_end': null,
  'transfers.alert': null,
  'transfers.claim': null,
  'transfers.promise': null,
  'transfers.refundable_fee': null,
  'transfers.set_aside': null,
  'transfers.transfer_end': null,
  'transfers.uncollected_deposit': null,
  'transfers.unsent': null,
  'treasury.balance_claim': null,
  'treasury.reserved': null,
  'work.begun_intent': null,
}

/** They run with the owner's rights, and the service may call them. */
const callable = [
  'access.admit',
  'access.record_calls',
  'access.record_nonces',
  'audit.add_seal',
  'audit.add_signature',
  'audit.append',
  'audit.note_shipped',
  'audit.read_people_session',
  'banking.payout_sources',
  'base.record_server',
  'chains.operation_sources',
  'compliance.assert_standing_restored',
  'compliance.begun_among',
  'compliance.end_approval_request',
  'compliance.hold_items',
  'compliance.group_alerts',
  'compliance.lacks_edd',
  'compliance.lock_movements',
  'compliance.lock_open_items',
  'compliance.note_debt',
  'compliance.note_hits',
  'compliance.note_movements',
  'ledger.close_period',
  'ledger.open_accounts',
  'ledger.post',
  'people.bootstrap',
  'people.decide_approval',
  'people.expire_approval',
  'people.rehearse_approval',
  'people.request_approval',
  'people.request_approval_by_key',
  'people.session_of',
  'people.session_unattended',
  'people.set_roles',
  'people.use_approval',
  'people.withdraw_approval',
  'people.withdraw_by_key',
  'people.withdraw_payment',
  'trading.close_flows',
  'trading.count_desk',
  'trading.delete_expired_quotes',
  'trading.end_order',
  'trading.lock_order',
  'trading.place',
  'trading.stored_hash',
  'work.assert_claim',
  'work.delete_old_answers',
  'work.take_claim',
]

/** They run with the owner's rights, and cannot be called directly: triggers, and helpers of the others. */
const internal = [
  ...Object.keys(rooms.tables).map((table) => `audit.note_${table.replace('.', '_')}`),
  'access.admit_in_turn',
  'access.raise_key_version',
  'banking.assert_payout_source',
  'chains.assert_listing_allowed',
  'chains.assert_operation_source',
  'chains.refuse_bytes',
  'compliance.apply_institution_standing',
  'compliance.apply_standing',
  'compliance.assert_case_decided',
  'compliance.assert_withdrawal_canceled',
  'compliance.count_exchange',
  'compliance.count_item',
  'compliance.give_back',
  'compliance.mark_held_item',
  'compliance.mark_held_items',
  'compliance.refuse_effect',
  'onboarding.assert_standing_derived',
  'onboarding.update_standing',
  'people.acting_person',
  'people.check_device',
  'people.check_session',
  'people.end_dependent_sessions',
  'people.record_approval',
  'people.replace_session',
  'people.write_roles',
  'state.enforce',
  'state.enforce_hold',
  'state.record_first_step',
  'trading.assert_pair_resumed',
  'trading.mark_orders',
  'trading.mark_settled',
  'trading.mark_stored',
  'trading.post_counted',
  'trading.verdicts_of',
  'transfers.assert_deposit_outcome',
  'work.uat_only',
]

const ours = `n.nspname !~ '^(pg_|information_schema$|public$)'`

test('the service may write exactly what docs/rights.md lists', async () => {
  const page = await readFile(new URL('../../../docs/rights.md', import.meta.url), 'utf8')
  expect(await rightsPage(database.owner)).toBe(page)
})

test('the service may read every table and view except these, and not the hashes of session tokens', async () => {
  const rows = await database.owner.query<{ name: string; secret: string | null }>(
    `select c.oid::regclass::text as name, case when has_any_column_privilege('specie_app', c.oid, 'select') then
         (select string_agg(attname, ', ' order by attname) from pg_attribute where attrelid = c.oid and attnum > 0
          and not attisdropped and not has_column_privilege('specie_app', c.oid, attnum, 'select')) end as secret
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and c.relkind in ('r', 'v', 'm') and not has_table_privilege('specie_app', c.oid, 'select') order by 1`,
  )
  expect(Object.fromEntries(rows.map(({ name, secret }) => [name, secret]))).toEqual(unread)
})

test.each([
  ['book a journal', `insert into ledger.journal (key, kind, at) values ('a', 'b', now())`],
  ['change a balance', `update ledger.account set balance = 1`],
  ['end an order', `update trading.client_order set state = 'Filled', trade_id = id`],
  ['delete the desk’s trades', 'delete from trading.desk_flow'],
  ['add a proven key', `insert into access.api_key (id, proven_at) values (gen_random_uuid(), now())`],
  ['add a booked mint', `insert into issuance.mint (id, booked_at) values (gen_random_uuid(), now())`],
  ['add an agreed payout', `insert into banking.payout (id, agreed_by) values (gen_random_uuid(), gen_random_uuid())`],
  ['add an assigned deposit', `insert into transfers.deposit (id, agreed_by) values (gen_random_uuid(), 'x')`],
  [
    'add a wire with an owner',
    `insert into banking.wire (id, institution_id) values (gen_random_uuid(), gen_random_uuid())`,
  ],
  ['change the amount of a withdrawal', 'update transfers.withdrawal set quantity = 1'],
  ['change the account of a payout', `update banking.payout set creditor_account = 'x'`],
  ['change the recipient of coins', `update chains.operation set recipient = 'x'`],
  ['rewrite the history', `update state.history set why = 'x'`],
])('the service cannot %s', async (_what, sql) => {
  await expect(database.app.query(sql)).rejects.toThrow(/permission denied/)
})

test('it may call these functions with the owner’s rights, and others may call none', async () => {
  const rows = await database.owner.query<{ name: string; open: boolean }>(
    `select p.oid::regproc::text as name, has_function_privilege('public', p.oid, 'execute') as open
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and p.prosecdef and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('specie_app', p.oid, 'execute') order by 1`,
  )
  expect(rows).toEqual(callable.toSorted().map((name) => ({ name, open: false })))
})

test('functions with the owner’s rights resolve names only in protected schemas', async () => {
  const rows = await database.owner.query<{ name: string; path: string }>(
    `select p.oid::regproc::text as name, (select one from unnest(p.proconfig) one where one ~ '^search_path=') as path
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prosecdef`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...callable, ...internal].toSorted())
  const schema = (name: string) => name.split('.')[0]!
  const paths = (name: string) => ['pg_catalog', 'base', schema(name)].map((first) => `search_path=${first}, pg_temp`)
  expect(rows.filter(({ name, path }) => !paths(name).includes(path))).toEqual([])
})

test('the helpers of these functions can be called by no other code', async () => {
  const rows = await database.owner.query<{ name: string }>(
    `select p.oid::regproc::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and p.prorettype <> 'trigger'::regtype and not has_function_privilege('specie_app', p.oid, 'execute')
     order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'access.admit_in_turn',
    'compliance.count_trades',
    'compliance.count_uses',
    'compliance.due_standing_holds',
    'compliance.exceeded_limit',
    'compliance.hold_item',
    'compliance.hold_open_items',
    'compliance.is_outgoing',
    'compliance.left_among',
    'compliance.lock_holds',
    'compliance.note_use',
    'compliance.pays_debt',
    'compliance.place_standing_holds',
    'compliance.refuse_use',
    'compliance.standing_hold_reasons',
    'compliance.ungrouped',
    'ledger.booked_lines',
    'ledger.cover_debts',
    'ledger.false_reversals',
    'ledger.replays',
    'ledger.requested_lines',
    'ledger.shortfalls',
    'onboarding.derived_standing',
    'people.acting_person',
    'people.end_approval_request',
    'people.lock_approval',
    'people.refuse_approval',
    'people.withdraw_requests_of',
    'people.write_roles',
    'state.holdable_tables',
    'state.lock_holdable',
    'state.lock_holdables',
    'state.record_hold',
    'state.record_holds',
    'state.records_hold',
    'state.stop_effect',
    'trading.mark_orders',
    'trading.mark_stored',
    'trading.orders_hash',
    'trading.orders_over_limit',
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
