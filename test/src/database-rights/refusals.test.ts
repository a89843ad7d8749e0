import { machines, transitions } from '@specie/protocol/machines.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { guardedBy, insert, lockOn, put, errorOf, undone, wentThrough } from './rows.ts'

// The refusals and permissions of each guard of a table, for any sender. guards.test.ts tests that no guard is missing.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'

/** A row, and its changes. */
type Change = [row: Record<string, unknown>, set: string]
type Guard = { table: string; guard: string; refusal: RegExp; allows: Change[]; refuses: Change[] }

const ended = ['final', 'failed', 'canceled']

const guards: Guard[] = [
  {
    table: 'banking.manual_line',
    guard: 'banking.assert_line_unchanged',
    refusal: /^a line that is (confirmed|retracted) cannot change$/,
    allows: [
      [{ state: 'waiting' }, `state = 'confirmed', entry_id = 1`],
      [{ state: 'confirmed', entry_id: 1 }, 'updated_at = now()'],
    ],
    refuses: [
      [{ state: 'confirmed', entry_id: 1 }, 'entry_id = 2'],
      [{ state: 'confirmed', entry_id: 1 }, `state = 'waiting'`],
      [{ state: 'retracted' }, `state = 'confirmed'`],
    ],
  },
  {
    table: 'banking.wire',
    guard: 'banking.assert_wire_owner',
    refusal:
      /^(wire .* keeps its owner|the owner of wire .* follows from the bank's report or from two people: wire.assign needs .*)$/,
    allows: [
      [{ institution_id: one }, `institution_id = '${one}', state = 'credited'`],
      [{ institution_id: null }, `reference = 'known'`],
    ],
    refuses: [
      [{ institution_id: null }, `institution_id = '${one}'`],
      [{ institution_id: null, reference: 'known' }, `institution_id = '${one}'`],
      [{ institution_id: one }, `institution_id = '${two}'`],
      [{ institution_id: one }, 'institution_id = null'],
    ],
  },
  {
    table: 'chains.operation',
    guard: 'chains.assert_operation_ends_once',
    refusal: /^operation .* is (final|failed|canceled) and cannot change$/,
    allows: [[{ state: 'queued' }, `state = 'working'`], ...ended.map((state): Change => [{ state }, 'unread = true'])],
    refuses: ended.flatMap((state) =>
      ['queued', 'working', ...ended]
        .filter((other) => other !== state)
        .map((other): Change => [{ state }, `state = '${other}'`]),
    ),
  },
  {
    table: 'issuance.conversion_leg',
    guard: 'issuance.assert_leg_ends_once',
    refusal: /^a transfer of conversion .* has ended$/,
    allows: [[{ outcome: null }, `outcome = 'delivered'`]],
    refuses: [
      [{ outcome: 'delivered' }, `outcome = 'failed'`],
      [{ outcome: 'failed' }, 'fee = 1'],
    ],
  },
  {
    table: 'transfers.deposit',
    guard: 'transfers.assert_deposit_owner',
    refusal: /^deposit .* (keeps its owner|gets its owner from two people: deposit.assign needs their approval)$/,
    allows: [
      [{ institution_id: one }, `institution_id = '${one}'`],
      [{ institution_id: null }, 'institution_id = null'],
    ],
    refuses: [
      [{ institution_id: null }, `institution_id = '${one}', assigned_at = now()`],
      [{ institution_id: null }, `institution_id = '${one}'`],
      [{ institution_id: one }, `institution_id = '${two}', assigned_at = now()`],
      [{ institution_id: one }, 'institution_id = null, assigned_at = now()'],
    ],
  },
  {
    table: 'access.key_use',
    guard: 'base.never_falls',
    refusal: /^the version of a key cannot be brought back$/,
    allows: [[{ version: 5 }, 'version = 6']],
    refuses: [[{ version: 5 }, 'version = 4']],
  },
  {
    table: 'work.intent',
    guard: 'work.assert_intent_step',
    refusal: /^intent .* cannot go from (recorded|sent|settled) to (recorded|sent|settled)$/,
    allows: [
      [{ state: 'recorded' }, `state = 'sent'`],
      [{ state: 'sent' }, 'attempts = attempts + 1'],
      [{ state: 'sent' }, `state = 'settled'`],
    ],
    refuses: [
      [{ state: 'settled' }, `state = 'sent'`],
      [{ state: 'settled' }, `outcome = '{}'`],
      [{ state: 'sent' }, `state = 'recorded'`],
      [{ state: 'recorded' }, 'attempts = attempts + 1'],
    ],
  },
  {
    table: 'compliance.hold',
    guard: 'compliance.keep_hold_subject',
    refusal: /^hold .* keeps its subject$/,
    allows: [
      [{ subject_kind: 'mint', subject_id: null }, `subject_id = '${one}'`],
      [{ subject_kind: 'withdrawal', subject_id: one }, 'subject_id = null'],
      [{ subject_kind: 'mint', subject_id: one }, 'hit_at = now()'],
      [{ subject_kind: null, subject_id: one }, 'hit_at = now()'],
    ],
    refuses: [
      [{ subject_kind: 'mint', subject_id: one }, `subject_id = '${two}'`],
      [{ subject_kind: 'mint', subject_id: one }, 'subject_id = null'],
      [{ subject_kind: 'mint', subject_id: one }, `subject_kind = 'wire'`],
      [{ subject_kind: 'withdrawal', subject_id: one }, `subject_id = '${two}'`],
      [{ subject_kind: 'withdrawal', subject_id: one }, `subject_id = null, subject_kind = 'mint'`],
      [{ subject_kind: 'withdrawal', subject_id: one }, 'subject_kind = null'],
      [{ subject_kind: 'withdrawal', subject_id: null }, `subject_kind = 'mint'`],
      [{ subject_kind: 'withdrawal', subject_id: null }, `subject_kind = null, subject_id = '${one}'`],
      [{ subject_kind: null, subject_id: one }, `subject_kind = 'mint'`],
    ],
  },
  {
    table: 'compliance.hold',
    guard: 'compliance.keep_hold_subject',
    refusal: /^hold .* is decided: its decision cannot change$/,
    allows: [
      [{ state: 'placed', maker: 'ann' }, `maker = 'bob', checker = 'ann'`],
      [{ state: 'rejected', maker: 'ann', checker: 'bob' }, 'concluded_at = now()'],
      [{ state: 'rejected', maker: 'ann', checker: 'bob', concluded_at: '2026-01-01' }, 'updated_at = now()'],
    ],
    refuses: ['released', 'rejected'].flatMap((state): Change[] => [
      [{ state, maker: 'ann', checker: 'bob' }, `maker = 'eve'`],
      [{ state, maker: 'ann', checker: 'bob' }, `checker = 'eve'`],
      [{ state, maker: 'ann', checker: 'bob' }, 'maker = null, checker = null'],
      [{ state, concluded_at: '2026-01-01' }, `concluded_at = '2026-01-02'`],
      [{ state, concluded_at: '2026-01-01' }, 'concluded_at = null'],
    ]),
  },
]

test.each(guards)('$guard of $table: $refusal', ({ table, guard, refusal, allows, refuses }) =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, guard, table)
    const answer = ([row, set]: Change) =>
      errorOf(tx, async () => {
        await put(tx, table, row)
        await tx.query(`update ${table} set ${set}`)
      })
    for (const change of allows) expect(await answer(change), JSON.stringify(change)).toBe(wentThrough)
    for (const change of refuses) expect(await answer(change), JSON.stringify(change)).toMatch(refusal)
  }),
)

type Held = [
  table: string,
  machine: 'wire' | 'mint' | 'redemption' | 'payment' | 'payment_rail' | 'deposit' | 'withdrawal',
]
const holdable: Held[] = [
  ['banking.wire', 'wire'],
  ['issuance.mint', 'mint'],
  ['issuance.redemption', 'redemption'],
  ['rails.payment', 'payment'],
  ['rails.rail', 'payment_rail'],
  ['transfers.deposit', 'deposit'],
  ['transfers.withdrawal', 'withdrawal'],
]

test.each(holdable)('%s on hold takes only steps that have already happened outside', (table, which) =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, 'state.enforce_hold', table)
    const all = transitions(machines[which] as unknown as (typeof machines)['mint'])
    const facts: readonly string[] = machines[which].facts
    for (const { from, to } of all) {
      const isFact = all.some((step) => step.from === from && step.to === to && facts.includes(step.event))
      const answer = await errorOf(tx, async () => {
        await put(tx, table, { state: from, on_hold: true })
        await tx.query(`update ${table} set state = $1`, [to])
      })
      expect(answer).toBe(isFact ? wentThrough : `a ${which} on hold cannot move from ${from} to ${to}`)
    }
  }),
)

test('a hold is removed from a withdrawal only after its cancellation', () =>
  undone(database.owner, async (tx) => {
    await guardedBy(
      tx,
      'compliance.assert_withdrawal_canceled',
      'compliance.hold',
      'transfers.withdrawal',
      'issuance.mint',
    )
    const takenOff = (state: string, id = one, table = 'transfers.withdrawal') =>
      errorOf(tx, async () => {
        await put(tx, table, { id, state })
        await put(tx, 'compliance.hold', { subject_kind: 'withdrawal', subject_id: one })
        await tx.query('update compliance.hold set subject_id = null')
        await tx.query('set constraints all immediate')
      })
    expect(await takenOff('canceled')).toBe(wentThrough)
    expect(await takenOff('held')).toMatch(/which is not canceled$/)
    expect(await takenOff('canceled', two)).toMatch(/which is not canceled$/)
    expect(await takenOff('canceled', one, 'issuance.mint')).toMatch(/which is not canceled$/)
  }))

test('a wire gets the owner that follows from the bank’s data, independent of the written one', () =>
  undone(database.owner, async (tx) => {
    await guardedBy(
      tx,
      'banking.assert_wire_owner',
      'banking.wire',
      'banking.entry',
      'banking.reference',
      'banking.sender',
    )
    await put(tx, 'banking.reference', { institution_id: one, currency: 'CHF', value: 'R1' })
    await put(tx, 'banking.reference', { institution_id: one, currency: 'GBP', value: 'V1' })
    await put(tx, 'banking.sender', { institution_id: one, account: 'S1' })
    const given = (wire: object, reported: object, more: { reported_detail?: object; owner?: string } = {}) =>
      errorOf(tx, async () => {
        await put(tx, 'banking.entry', { id: 1, reported, reported_detail: more.reported_detail ?? null })
        await put(tx, 'banking.wire', { entry_id: 1, currency: 'CHF', ...wire })
        await tx.query('update banking.wire set institution_id = $1', [more.owner ?? one])
      })
    const quotes = { reference: { value: 'R1' } }
    expect(await given({ reference: 'R1' }, quotes)).toBe(wentThrough)
    expect(await given({ reference: 'R1' }, {}, { reported_detail: quotes })).toBe(wentThrough)
    expect(await given({ paid_to: 'V1', currency: 'GBP' }, { creditorAccount: 'V1' })).toBe(wentThrough)
    expect(await given({ sender_account: 'S1' }, { counterparty: { account: 'S1' } })).toBe(wentThrough)
    const refusal = /wire.assign needs their approval$/
    expect(await given({ reference: 'R1' }, {})).toMatch(refusal)
    expect(await given({ paid_to: 'V1', currency: 'GBP' }, {})).toMatch(refusal)
    expect(await given({ sender_account: 'S1' }, { counterparty: { account: 'S2' } })).toMatch(refusal)
    expect(await given({ reference: 'R1', currency: 'GBP' }, quotes)).toMatch(refusal)
    expect(await given({ reference: 'R1' }, quotes, { owner: two })).toMatch(refusal)
    const begun = await errorOf(tx, () => insert(tx, 'banking.wire', { institution_id: one }))
    expect(begun).toMatch(/^wire .* begins without an owner$/)
  }))

test('a reference quoted by a wire without an owner is not given to an institution', () =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, 'banking.assert_reference_unquoted', 'banking.wire', 'banking.reference')
    const registered = (wire: object, currency = 'CHF') =>
      errorOf(tx, async () => {
        await put(tx, 'banking.wire', { currency: 'CHF', state: 'unidentified', ...wire })
        await insert(tx, 'banking.reference', { institution_id: one, currency, value: 'R1' })
      })
    expect(await registered({ reference: 'R1' })).toMatch(/^reference R1 is quoted by a wire already/)
    expect(await registered({ paid_to: 'R1', state: 'booked' })).toMatch(/^reference R1 is quoted by a wire already/)
    expect(await registered({ reference: 'R2' })).toBe(wentThrough)
    expect(await registered({ reference: 'R1' }, 'GBP')).toBe(wentThrough)
    expect(await registered({ reference: 'R1', state: 'returned' })).toBe(wentThrough)
  }))

test('an unaccepted quote stays for ninety days after it expired', () =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, 'trading.assert_quote_expired', 'trading.quote')
    const removed = (days: number) =>
      errorOf(tx, async () => {
        await put(tx, 'trading.quote', { expires_at: new Date(Date.now() - days * 86_400_000) })
        await tx.query('delete from trading.quote')
      })
    expect(await removed(89)).toBe('a quote stays for 90 days')
    expect(await removed(91)).toBe(wentThrough)
  }))

test('only UAT has a settable clock', () =>
  undone(database.owner, async (tx) => {
    const set = () =>
      errorOf(tx, () =>
        tx.query('insert into work.clock (wall, settlement, speed, seen) values (now(), now(), 2, now())'),
      )
    expect(await set()).toBe(wentThrough)
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update base.environment set name = 'production'`)
    await tx.query('set local session_replication_role = origin')
    expect(await set()).toBe('production has no settlement clock')
  }))

test('closing an address waits for a transaction to it that is being signed', () =>
  undone(database.owner, async (tx) => {
    await guardedBy(tx, 'destinations.wait_for_signing', 'destinations.address')
    await put(tx, 'destinations.address', { id: one, state: 'active' })
    expect(await lockOn(tx, `hold ${one}`)).toBe('none')
    await tx.query(`update destinations.address set state = 'suspended'`)
    expect(await lockOn(tx, `hold ${one}`)).toBe('exclusive')
  }))
