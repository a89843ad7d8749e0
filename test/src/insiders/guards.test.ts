import { kept } from '@specie/service/base/kept.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'

// Which triggers guard which table, written down. What each of them refuses is tested where it is made; that none is missing,
// on no table and for no kind of change, is tested here.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** The machine along which its states move (S1). */
const machines: Record<string, string> = {
  'banking.payout': 'payout',
  'banking.wire': 'wire',
  'compliance.hold': 'hold',
  'institutions.address': 'withdrawal_address',
  'institutions.agreement': 'agreement',
  'institutions.api_key': 'api_key',
  'institutions.kyb_case': 'kyb_case',
  'issuance.conversion': 'conversion',
  'issuance.mint': 'mint',
  'issuance.redemption': 'redemption',
  'rails.payment': 'payment',
  'rails.rail': 'payment_rail',
  'trading.execution': 'execution',
  'transfers.deposit': 'deposit',
  'transfers.withdrawal': 'withdrawal',
}

/** Things that stand still while they are held. */
const holdable = [
  'banking.wire',
  'issuance.mint',
  'issuance.redemption',
  'rails.payment',
  'rails.rail',
  'transfers.deposit',
  'transfers.withdrawal',
]

const whole = 'delete or update or truncate'

/** What is never done to rows that are there. */
const forbidden: Record<string, string> = {
  'audit.entry': whole,
  'audit.seal': whole,
  'audit.shape': whole,
  'audit.signature': whole,
  'audit.version': whole,
  'issuance.conversion_leg': 'delete or truncate',
  'ledger.account': 'delete or truncate',
  'ledger.entry': whole,
  'ledger.journal': whole,
  'state.history': whole,
  'trading.client_order': 'delete or truncate',
  'trading.conversion': whole,
  'trading.quote': 'update or truncate',
  'transfers.statement': whole,
}

const others = [
  'banking.hand_line: before update banking.keep_ended()',
  'banking.payout: before insert compliance.refuse_effect()',
  `banking.payout: before update compliance.refuse_effect() when ((old.state = 'prepared'::text) and (new.state = 'batched'::text))`,
  'chains.attempt: before insert compliance.refuse_bytes() when (new.number = 1)',
  'chains.operation: before insert compliance.refuse_effect()',
  'chains.operation: before update chains.operation_ends()',
  'compliance.hold: after insert compliance.mark()',
  'compliance.hold: after update of state, subject_id, concluded_at compliance.mark() when (((old.state is distinct from new.state) or (old.subject_id is distinct from new.subject_id)) or (old.concluded_at is distinct from new.concluded_at))',
  'compliance.hold: after update of subject_id compliance.passed_on() when ((old.subject_id is not null) and (new.subject_id is null))',
  'compliance.hold: before update compliance.hold_stays()',
  `institutions.address: after update of state institutions.close_address() when ((old.state = 'active'::text) and (new.state <> 'active'::text))`,
  'institutions.agreement: after insert or delete or update institutions.standing_changed()',
  'institutions.api_key: after update of state, scopes, ip_allowlist, nonce_window_ms, institution_id institutions.standing_changed()',
  'institutions.kyb_case: after insert or delete or update institutions.standing_changed()',
  'issuance.conversion_leg: before update issuance.leg_ends()',
  'trading.client_order: before update trading.order_moves()',
  `trading.quote: before delete trading.quote_stays() when (old.expires_at > (now() - '90 days'::interval))`,
  'transfers.deposit: before update of institution_id transfers.deposit_owner()',
  'work.clock: before insert or update work.uat_only()',
  `work.intent: before update compliance.refuse_effect() when (new.state = 'sent'::text)`,
  'work.intent: before update work.intent_moves()',
]

const expected = [
  ...Object.entries(machines).flatMap(([table, machine]) => [
    `${table}: after insert state.enforce('${machine}')`,
    `${table}: before insert or update state.enforce('${machine}')`,
  ]),
  ...holdable.map(
    (table) =>
      `${table}: before update state.enforce_hold('${machines[table]}') when (old.on_hold and new.on_hold and (old.state <> new.state))`,
  ),
  ...Object.entries(forbidden).map(([table, events]) => `${table}: before ${events} base.append_only()`),
  ...Object.keys(kept).flatMap((table) => {
    const note = `audit.note_${table.replace('.', '_')}()`
    return [`${table}: after insert ${note}`, `${table}: after update ${note}`]
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
