import type { Tx } from '@specie/service/base/database/db.ts'
import { rooms } from '@specie/service/rooms.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { checks } from './checks.ts'
import { keys } from './keys.ts'
import { guardedBy, put, errorOf, undone, wentThrough } from './rows.ts'

// The triggers of each table, as a list. refusals.test.ts and states.test.ts test what each refuses; this file tests that none
// is missing, on any table and for any kind of change. Likewise checks and unique keys, each at its edges.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** The machine of its states (S1). */
const machines: Record<string, string> = {
  'banking.payout': 'payout',
  'banking.wire': 'wire',
  'compliance.case_file': 'case',
  'compliance.exchange': 'travel_rule',
  'compliance.hold': 'hold',
  'compliance.rule_version': 'rule',
  'destinations.address': 'withdrawal_address',
  'onboarding.agreement': 'agreement',
  'access.api_key': 'api_key',
  'onboarding.kyb_case': 'kyb_case',
  'issuance.conversion': 'conversion',
  'issuance.mint': 'mint',
  'issuance.redemption': 'redemption',
  'people.approval': 'approval',
  'directory.person': 'person',
  'rails.payment': 'payment',
  'rails.rail': 'payment_rail',
  'trading.execution': 'execution',
  'transfers.deposit': 'deposit',
  'transfers.withdrawal': 'withdrawal',
}

/** Rows that do not move while they are held. */
const holdable = [
  'banking.wire',
  'issuance.mint',
  'issuance.redemption',
  'rails.payment',
  'rails.rail',
  'transfers.deposit',
  'transfers.withdrawal',
]

/** Those that institutions request: a stopped one cannot begin a new one. */
const request = ['issuance.mint', 'issuance.redemption', 'rails.rail', 'transfers.withdrawal']

const whole = 'delete or update or truncate'

/** Forbidden changes of existing rows. */
const forbidden: Record<string, string> = {
  'audit.entry': whole,
  'audit.marked_from': whole,
  'audit.seal': whole,
  'audit.shape': whole,
  'audit.signature': whole,
  'audit.version': whole,
  'compliance.case_alert': whole,
  'compliance.case_document': whole,
  'compliance.case_document_content': whole,
  'compliance.case_file': 'delete or truncate',
  'compliance.case_note': whole,
  'compliance.exchange': 'delete or truncate',
  'compliance.exchange_message': whole,
  'compliance.limit_rule': 'delete or truncate',
  'compliance.switch': 'delete or truncate',
  'compliance.list_entry': 'delete or truncate',
  'compliance.hold_rule': whole,
  'compliance.list_version': 'delete or truncate',
  'compliance.movement': whole,
  'compliance.rule': whole,
  'compliance.rule_hit': whole,
  'compliance.rule_version': 'delete or truncate',
  'issuance.conversion_leg': 'delete or truncate',
  'ledger.account': 'delete or truncate',
  'ledger.entry': whole,
  'ledger.journal': whole,
  'reports.outsourced_service': whole,
  'state.history': whole,
  'trading.client_order': 'delete or truncate',
  'trading.conversion': whole,
  'trading.order_mark': whole,
  'trading.quote': 'update or truncate',
  'transfers.statement': whole,
}

const others = [
  'banking.entry: before update of retracted_at banking.assert_retraction_approved() when (old.retracted_at is distinct from new.retracted_at)',
  'banking.expected: before update of entry_id banking.assert_expected_arrival() when (old.entry_id is distinct from new.entry_id)',
  'banking.expected: before insert banking.assert_expected_arrival() when (new.entry_id is not null)',
  'banking.manual_file: before update banking.assert_file_approved()',
  `banking.unclear_line: after insert banking.assert_line_approved() when (new.decided_by !~ '^(import$|order )'::text)`,
  `banking.unclear_line: after update banking.assert_line_approved() when (((old.decided_by is distinct from new.decided_by) or (old.entries is distinct from new.entries)) and ((old.decided_by !~ '^(import$|order )'::text) or (new.decided_by !~ '^(import$|order )'::text)))`,
  `banking.payout: before insert banking.assert_return_approved() when (new.kind = 'return'::text)`,
  'banking.wire: before update of institution_id banking.assert_wire_owner() when (old.institution_id is distinct from new.institution_id)',
  'banking.wire: before insert banking.assert_wire_owner() when (new.institution_id is not null)',
  `banking.wire: before update of state, frozen_by banking.assert_freeze_approved() when (((old.state = 'frozen'::text) is distinct from (new.state = 'frozen'::text)) or (old.frozen_by is distinct from new.frozen_by))`,
  'banking.reference: before insert banking.assert_reference_unquoted()',
  'chains.allow_list: before insert chains.assert_switch_approved()',
  'chains.listing: before insert chains.assert_listing_allowed()',
  'chains.cursor: before insert or update of resume_from chains.assert_restart_approved() when (new.resume_from is not null)',
  'compliance.switch: before update compliance.assert_switch_lifted()',
  `compliance.hold: before update of state compliance.assert_hold_decided() when ((old.state <> new.state) and (new.state = any (array['released'::text, 'rejected'::text, 'frozen'::text])))`,
  'compliance.switch: before insert compliance.assert_switch_pulled()',
  'directory.institution: before insert onboarding.assert_not_halted()',
  'issuance.mint: before insert compliance.refuse_request()',
  "issuance.redemption: before insert compliance.refuse_request('redeem')",
  'rails.rail: before insert compliance.refuse_request()',
  'trading.conversion: before insert compliance.refuse_request()',
  'trading.quote: before insert compliance.refuse_request()',
  "transfers.withdrawal: before insert compliance.refuse_request('withdraw')",
  'compliance.limit_rule: before insert or update compliance.assert_limit_agreed()',
  "issuance.mint: after insert compliance.count_item('mint', 'asset', 'quantity')",
  "issuance.mint: after update of state compliance.give_back() when ((old.state <> new.state) and (new.state = any (array['rejected'::text, 'canceled'::text, 'failed'::text])))",
  "issuance.redemption: after insert compliance.count_item('redeem', 'asset', 'quantity')",
  "issuance.redemption: after update of state compliance.give_back() when ((old.state <> new.state) and (new.state = any (array['rejected'::text, 'failed'::text])))",
  "transfers.withdrawal: after insert compliance.count_item('withdraw', 'asset', 'quantity')",
  "transfers.withdrawal: after update of state compliance.give_back() when (((old.state <> new.state) and (old.state <> 'completed'::text)) and (new.state = any (array['rejected'::text, 'canceled'::text, 'failed'::text])))",
  "rails.payment: after insert compliance.count_item('rail', 'received_currency', 'received', 'arrives')",
  "rails.payment: after update of state compliance.give_back() when ((old.state <> new.state) and (new.state = 'returned'::text))",
  "trading.client_order: after update of state compliance.give_back() when ((old.state = 'received'::text) and (new.state = 'Rejected'::text))",
  "trading.conversion: after insert compliance.count_exchange() when (new.status = 'completed'::text)",
  `compliance.case_file: before update compliance.assert_case_decided() when (old.state = any (array['open'::text, 'in_review'::text]))`,
  `compliance.case_file: before update compliance.assert_case_open() when (old.state <> all (array['open'::text, 'in_review'::text]))`,
  'compliance.hit: before insert compliance.assert_hit_pair()',
  'compliance.hit: before update compliance.assert_hit_decided()',
  `compliance.exchange: before update of subject_kind, subject_id base.never_changes() when ((old.subject_id is not null) and ((old.subject_kind is distinct from new.subject_kind) or (old.subject_id is distinct from new.subject_id)))`,
  'compliance.hold_hit: after insert compliance.assert_hits_of_new_hold()',
  'compliance.hold_question: after insert compliance.assert_hits_of_new_hold()',
  `compliance.list_entry: after update of ended compliance.assert_removal_approved() when ((new.list = 'own'::text) and ((new.content #>> '{programmes,0}'::text[]) = 'staff'::text) and (new.ended is not null))`,
  'compliance.hold_rule: after insert compliance.assert_hits_of_new_hold()',
  `compliance.rule_version: before update of state compliance.assert_rule_decided() when ((old.state <> new.state) and (('active'::text = old.state) or ('active'::text = new.state)))`,
  'compliance.question: before insert compliance.assert_question_hash()',
  'compliance.question: before update of matches, answered_at compliance.assert_answer_stored()',
  'compliance.party: before insert compliance.assert_party_hash()',
  'compliance.party: before update of ended_at compliance.assert_party_decided()',
  'destinations.address: before update of travel_address destinations.assert_travel_address_reviewed() when (old.travel_address is distinct from new.travel_address)',
  "chains.contract: before insert or update chains.assert_contract_approved() when (new.asset <> all (array['vchf'::text, 'vgbp'::text]))",
  'people.rehearsal: after insert people.refuse_rehearsal()',
  'people.device: before insert or update people.check_device() when ((new.person_id is not null) or (new.confirmed_by is not null))',
  'people.session: after insert people.replace_session() when (new.replaces is not null)',
  'people.session: after update of ended_at people.end_dependent_sessions() when (old.ended_at is distinct from new.ended_at)',
  'people.session: before insert people.check_session()',
  `rails.payment: before update of state rails.assert_credit_approved() when ((old.state <> new.state) and (new.state = 'credited'::text))`,
  `rails.rail: before update of state rails.assert_resume_approved() when ((old.state = 'suspended'::text) and (new.state = 'active'::text))`,
  'trading.venue: before insert or update trading.assert_venue_approved()',
  'people.approval: after insert people.record_approval()',
  'people.approval: after update people.record_approval() when (old.state <> new.state)',
  'trading.pair: before update of halted, symbol trading.assert_pair_resumed() when ((old.halted is not null) and ((new.halted is null) or (new.symbol <> old.symbol)))',
  'banking.manual_line: before update banking.assert_line_unchanged()',
  'banking.payout: before insert compliance.refuse_effect()',
  `banking.payout: before update compliance.refuse_effect() when ((old.state = 'prepared'::text) and (new.state = 'batched'::text))`,
  'chains.attempt: before insert chains.refuse_bytes() when (new.number = 1)',
  'chains.operation: before insert compliance.refuse_effect()',
  'chains.operation: before update chains.assert_operation_ends_once()',
  'compliance.hold: after insert compliance.mark_held_items()',
  'compliance.hold: after update of state, subject_id, concluded_at compliance.mark_held_item() when (((old.state is distinct from new.state) or (old.subject_id is distinct from new.subject_id)) or (old.concluded_at is distinct from new.concluded_at))',
  "compliance.hold: after update of state compliance.assert_withdrawal_canceled() when ((old.state <> new.state) and (new.state = 'rejected'::text) and (new.reason = 'debt_review'::text) and (new.maker = 'institution'::text))",
  'compliance.hold: after update of subject_id compliance.assert_withdrawal_canceled() when ((old.subject_id is not null) and (new.subject_id is null))',
  'compliance.hold: before update compliance.keep_hold_subject()',
  `destinations.address: after update of state destinations.wait_for_signing() when ((old.state = 'active'::text) and (new.state <> 'active'::text))`,
  'onboarding.agreement: after insert or delete or update access.raise_key_version()',
  'access.api_key: after update of state, scopes, ip_allowlist, nonce_window_ms, revoke_at, institution_id access.raise_key_version()',
  'onboarding.kyb_case: after insert or delete or update access.raise_key_version()',
  `destinations.address: before insert people.assert_second_person_approved('member.address', 'blockchain', 'address', 'label', 'vasp', 'travel_address', 'beneficiary')`,
  `destinations.address: before update of travel_address people.assert_second_person_approved('member.address', 'blockchain', 'address', 'label', 'vasp', 'travel_address', 'beneficiary') when (old.travel_address is distinct from new.travel_address)`,
  `access.api_key: before insert or update of scopes people.assert_second_person_approved('member.key', 'publickey', 'label', 'scopes') when (not (new.scopes <@ array['read'::text]))`,
  `destinations.bank_account: before insert people.assert_second_person_approved('member.bank_account', 'currency', 'identifier', 'name', 'accepted')`,
  `destinations.address: before update of state people.assert_still_approved('member.address') when ((old.state = any (array['travel_rule'::text, 'cooling'::text])) and (new.state = any (array['cooling'::text, 'active'::text])))`,
  `access.api_key: before update of state people.assert_still_approved('member.key') when ((old.state = 'registered'::text) and (new.state = 'active'::text) and (not (new.scopes <@ array['read'::text])))`,
  `destinations.bank_account: before update of accepted people.assert_still_approved('member.bank_account') when (new.accepted and (not old.accepted))`,
  'destinations.address: before insert destinations.assert_label_differs()',
  'destinations.bank_account: before insert destinations.assert_label_differs()',
  'access.key_use: before update of last_nonce access.assert_nonce_rises() when (new.last_nonce < old.last_nonce)',
  'people.second_person: before update people.assert_second_person_kept() when (not old.is_dropped)',
  `destinations.address: before update of state destinations.assert_cleared_by_two('address.clear') when ((new.state = 'proof_required'::text) and ((old.state = 'in_review'::text) or ((old.state = 'screening'::text) and (new.vasp is not null))))`,
  `destinations.bank_account: before update of accepted destinations.assert_cleared_by_two('bank_account.clear') when (new.accepted and (not old.accepted))`,
  'people.link: before insert people.assert_link_approved()',
  `issuance.mint: before insert destinations.set_needs_second_person('member.mint')`,
  `issuance.mint: after insert destinations.assert_second_person_requested('member.mint') when new.second_person`,
  `issuance.redemption: before insert destinations.set_needs_second_person('member.withdrawal')`,
  `issuance.redemption: after insert destinations.assert_second_person_requested('member.redemption') when new.second_person`,
  `transfers.withdrawal: before insert destinations.set_needs_second_person('member.withdrawal')`,
  `transfers.withdrawal: after insert destinations.assert_second_person_requested('member.withdrawal') when new.second_person`,
  `onboarding.kyb_case: before update of state onboarding.assert_kyb_decided() when ((old.state <> new.state) and (new.state = any (array['approved'::text, 'rejected'::text, 'offboarded'::text])))`,
  `onboarding.kyb_case: after update of state compliance.apply_institution_standing() when ((old.state <> new.state) and (new.state = any (array['suspended'::text, 'review_overdue'::text, 'offboarded'::text])))`,
  'onboarding.kyb_case: after insert or delete or update of state onboarding.update_standing()',
  `onboarding.kyb_case: after update of risk compliance.apply_institution_standing() when ((new.state = any (array['periodic_review'::text, 'review_overdue'::text, 'suspended'::text])) and (new.risk is distinct from old.risk) and ((new.risk ->> 'class'::text) is distinct from new.accepted_class))`,
  `onboarding.kyb_case: before update of state onboarding.note_accepted_class() when ((old.state <> new.state) and (new.state = 'approved'::text))`,
  'directory.institution: before insert or update of standing onboarding.assert_standing_derived()',
  'onboarding.closing_payout: before insert onboarding.assert_closing_approved()',
  'transfers.withdrawal: before insert transfers.set_closing()',
  'compliance.list_entry: before insert compliance.assert_entry_version()',
  'compliance.list_entry: before update of ended compliance.assert_entry_version()',
  'compliance.list_version: before update of state, replaced_at compliance.assert_version_replaced()',
  'compliance.list_source: before update of accepted compliance.assert_version_accepted() when ((new.accepted is not null) and (new.accepted is distinct from old.accepted))',
  'trading.quote: before insert trading.assert_not_stopped()',
  'trading.conversion: before insert trading.assert_not_stopped()',
  `trading.client_order: before update trading.assert_not_stopped() when (new.state = 'Filled'::text)`,
  'issuance.conversion_leg: before update issuance.assert_leg_ends_once()',
  'trading.client_order: before update trading.assert_order_step()',
  `trading.quote: before delete trading.assert_quote_expired() when (old.expires_at > (now() - '90 days'::interval))`,
  'transfers.deposit: before update of institution_id transfers.assert_deposit_owner()',
  'transfers.deposit: before update of state, returned_to, return_fee, frozen_by transfers.assert_deposit_outcome()',
  `banking.payout: after insert banking.assert_payout_source() when (new.kind <> 'conversion'::text)`,
  'chains.operation: after insert chains.assert_operation_source()',
  `access.key_use: before update of version base.never_falls('the version of a key') when (new.version < old.version)`,
  `people.session: before update of seen_at base.never_falls('when a session was seen') when ((new.seen_at < old.seen_at) or ((new.seen_at > old.seen_at) and (not people.is_live(old.kind, old.seen_at, old.expires_at, old.ended_at, new.seen_at))))`,
  `people.totp: before update of last_step base.never_falls('the last step of a code') when ((new.last_step < old.last_step) and (new.sealed_secret = old.sealed_secret))`,
  'trading.client_order: after update trading.mark_settled()',
  'work.clock: before insert or update work.uat_only()',
  'work.request: before update of answer work.assert_answer_unchanged()',
  `work.intent: before update compliance.refuse_effect() when (new.state = 'sent'::text)`,
  'work.intent: before update work.assert_intent_step()',
]

const expected = [
  ...Object.entries(machines).flatMap(([table, machine]) => [
    `${table}: after insert state.record_first_step('${machine}')`,
    `${table}: before insert or update state.enforce('${machine}')`,
  ]),
  ...holdable.map(
    (table) =>
      `${table}: before update state.enforce_hold('${machines[table]}') when (old.on_hold and new.on_hold and (old.state <> new.state))`,
  ),
  ...holdable.flatMap((table) => {
    const applies = `compliance.apply_standing('${machines[table]}'${request.includes(table) ? `, 'asked'` : ''})`
    return [`${table}: after insert ${applies}`, `${table}: after update ${applies}`]
  }),
  ...Object.entries(forbidden).map(([table, events]) => `${table}: before ${events} base.append_only()`),
  ...Object.entries(rooms.tables).flatMap(([table, { deletable, key, fixed = [] }]) => {
    const note = `audit.note_${table.replace('.', '_')}()`
    const columns = [...key, ...fixed]
    const differs = columns.map((column) => `(old.${column} is distinct from new.${column})`)
    return [
      `${table}: after insert ${note}`,
      `${table}: after update ${note}`,
      ...(deletable ? [`${table}: after delete ${note}`] : []),
      `${table}: before update of ${columns.join(', ')} base.never_changes() when ${differs.reduce((one, other) => `(${one} or ${other})`)}`,
    ]
  }),
  ...others,
]

const shape =
  /(?<when>BEFORE|AFTER) (?<events>.*?) ON (?<table>\S+) .*?FOR EACH (?:ROW|STATEMENT)(?: WHEN \((?<only>.*)\))? EXECUTE FUNCTION (?<calls>.*)$/

test('every table has its guards, and they are on', async () => {
  const rows = await database.owner.query<{ definition: string; mode: string }>(
    `select pg_get_triggerdef(t.oid) as definition, t.tgenabled::text as mode
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and n.nspname !~ '^(pg_|information_schema$|public$)'`,
  )
  const found = rows.map(({ definition }) => {
    const { when, events, table, only, calls } = shape.exec(definition)!.groups!
    const condition = only === undefined ? '' : ` when ${only.replace(/\b[A-Z]+\b/g, (word) => word.toLowerCase())}`
    return `${table}: ${when!.toLowerCase()} ${events!.replace(/\b[A-Z]+\b/g, (word) => word.toLowerCase())} ${calls}${condition}`
  })
  expect(found.toSorted()).toEqual(expected.toSorted())
  expect(new Set(rows.map(({ mode }) => mode))).toEqual(new Set(['O']))
})

const ours = `n.nspname !~ '^(pg_|information_schema$|public$)'`

test('every check applies at its edges, for all rows', async () => {
  const found = await database.owner.query<{ name: string; table: string; holds: string; enforced: boolean }>(
    `select k.conrelid::regclass || '.' || k.conname as name, k.conrelid::regclass::text as table,
       pg_get_expr(k.conbin, k.conrelid) as holds, k.convalidated and coalesce((to_jsonb(k) ->> 'conenforced')::boolean, true) as enforced
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and k.contype = 'c'`,
  )
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(checks).toSorted())
  expect(found.filter(({ enforced }) => !enforced)).toEqual([])
  for (const { name, table, holds } of found) {
    const { accepts, refuses } = checks[name]!
    const rows = await database.owner.query<{ accepted: boolean }>(
      `select (${holds}) is not false as accepted
       from unnest($1::jsonb[]) with ordinality given (row, n), jsonb_populate_record(null::${table}, row) order by n`,
      [[...accepts, ...refuses].map((row) => JSON.stringify(row))],
    )
    const expected = [...accepts.map(() => true), ...refuses.map(() => false)]
    expect(
      rows.map(({ accepted }) => accepted),
      name,
    ).toEqual(expected)
  }
})

/** The nth of several values of a type. */
function sample(type: string, n: number): string {
  if (type === 'uuid') return `00000000-0000-4000-8000-00000000000${n}`
  if (type === 'date' || type.startsWith('timestamp')) return `2026-01-0${n}`
  if (type === 'bytea') return `\\x0${n}`
  return type.endsWith('[]') ? `{${n}}` : String(n)
}

/** Whether the second of two rows of a table is refused, and by what. */
const second = (tx: Tx, table: string, first: object, other: object): Promise<string> =>
  errorOf(tx, async () => {
    await put(tx, table, { ...first })
    await put(tx, table, { ...other })
  })

test('every key refuses the second of two equal rows, and no other', async () => {
  const found = await database.owner.query<{ name: string; types: Record<string, string> }>(
    `select c.oid::regclass || '.' || x.relname as name, (select jsonb_object_agg(attname, format_type(atttypid, atttypmod))
       from pg_attribute where attrelid = c.oid and attnum = any (i.indkey)) as types
     from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
       join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and i.indisunique and not i.indisprimary`,
  )
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(keys).toSorted())
  const tableOf = (name: string) => name.slice(0, name.lastIndexOf('.'))
  await undone(database.owner, async (tx) => {
    await guardedBy(tx, null, ...new Set(found.map(({ name }) => tableOf(name))))
    for (const { name, types } of found) {
      const { columns, within = [{}], free = [] } = keys[name]!
      const alike = Object.fromEntries(columns.map((column) => [column, sample(types[column]!, 1)]))
      const others = [...columns.map((column) => ({ [column]: sample(types[column]!, 2) })), ...free]
      for (const rows of within) {
        const first = { ...alike, ...rows }
        const answer = await second(tx, tableOf(name), first, first)
        expect(answer).toBe(`duplicate key value violates unique constraint "${name.split('.').at(-1)}"`)
      }
      const first = { ...alike, ...within[0] }
      for (const other of others)
        expect(await second(tx, tableOf(name), first, { ...first, ...other }), name).toBe(wentThrough)
    }
  })
})
