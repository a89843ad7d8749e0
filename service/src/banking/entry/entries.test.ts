import { entryOf } from '@specie/test/banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import type { BankEntry, Notification, Statement } from '@specie/payments/camt.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../base/database/db.ts'
import {
  formatOf,
  markBooked,
  type StoredEntry,
  signedAmount,
  fromStored,
  unbookedEntries,
  entriesJson,
} from './entries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** Inserts rows without checks; the transaction is rolled back. */
async function undone(work: (tx: Tx) => Promise<void>): Promise<void> {
  const undo = new Error('undo')
  await database.owner
    .tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await work(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
}

const at = new Date('2026-03-02T08:00:00Z')

type Row = { id: number; endToEndId?: string; reported_detail?: BankEntry; booked?: boolean; retracted?: boolean }
const insertEntry = (tx: Tx, { id, endToEndId, reported_detail, booked = false, retracted = false }: Row) =>
  tx.query(
    `insert into banking.entry (id, account, bankref, direction, amount, booking_date, end_to_end_id, reported, reported_detail, notified_by, reported_by, booked_at, retracted_at)
     overriding system value values ($1, 'CH1', $2, 'credit', 1, '2026-03-02', $3, $4::jsonb -> 0, $5::jsonb -> 0, 1, '{1}', $6, $7)`,
    [
      id,
      `B${id}`,
      endToEndId ?? null,
      entriesJson([entryOf('told')]),
      reported_detail ? entriesJson([reported_detail]) : null,
      booked ? at : null,
      retracted ? at : null,
    ],
  )
const payout = (tx: Tx, kind: string, endToEndId: string) =>
  tx.query(
    `insert into banking.payout (id, kind, subject, institution_id, purpose, currency, amount, creditor_name, creditor_account, end_to_end_id, state, created_at, updated_at)
     select id, $1, id, id, 'client_money', 'CHF', 1, 'x', 'x', $2, 'prepared', now(), now() from gen_random_uuid() id`,
    [kind, endToEndId],
  )

test('the format is the kind of the message, or MT940 for a statement', () => {
  expect(formatOf({ kind: 'camt.054' } as Notification)).toBe('camt.054')
  expect(formatOf({ kind: 'camt.053' } as Statement)).toBe('camt.053')
  expect(formatOf({ kind: 'camt.053', format: 'mt940' } as Statement)).toBe('mt940')
})

test('a credit increases the balance, a debit reduces it', () => {
  expect([signedAmount(entryOf('A')), signedAmount(entryOf('B', { direction: 'debit' }))]).toEqual([
    100_000n,
    -100_000n,
  ])
})

test('an entry is written as JSON and read again', () => {
  const entry = entryOf('A', { amount: 12_345_678_901_234_567_890n })
  expect((JSON.parse(entriesJson([entry])) as StoredEntry[]).map(fromStored)).toEqual([entry])
})

test('unbooked entries exclude retracted ones, and are returned oldest first with their fullest details', () =>
  undone(async (tx) => {
    await insertEntry(tx, { id: 3, reported_detail: entryOf('told', { unstructured: 'more words' }) })
    await insertEntry(tx, { id: 1 })
    await insertEntry(tx, { id: 2, booked: true })
    await insertEntry(tx, { id: 4, retracted: true })
    expect(await unbookedEntries(tx)).toEqual([
      { id: 1n, account: 'CH1', sweep: false, own_money: false, entry: entryOf('B1', { endToEndId: 'E2E-told' }) },
      {
        id: 3n,
        account: 'CH1',
        sweep: false,
        own_money: false,
        entry: entryOf('B3', { endToEndId: 'E2E-told', unstructured: 'more words' }),
      },
    ])
  }))

test('an entry is a sweep when it has the id of a sweep, not of another payout', () =>
  undone(async (tx) => {
    for (const [kind, id] of Object.entries({ sweep: 'ES', fee_sweep: 'EF', withdrawal: 'EW' }))
      await payout(tx, kind, id)
    await insertEntry(tx, { id: 1, endToEndId: 'ES' })
    await insertEntry(tx, { id: 2, endToEndId: 'EF' })
    await insertEntry(tx, { id: 3, endToEndId: 'EW' })
    await insertEntry(tx, { id: 4, endToEndId: 'EO' })
    await insertEntry(tx, { id: 5 })
    expect((await unbookedEntries(tx)).map(({ sweep }) => sweep)).toEqual([true, true, false, false, false])
  }))

test('marking entries as booked closes their cases, but not those of another kind or entry, or closed by an operator', () =>
  undone(async (tx) => {
    for (const id of [1, 2, 3]) await insertEntry(tx, { id })
    const open = (kind: string, entry: number, by: string | null = null) =>
      tx.query(
        `insert into banking.bank_case (kind, cause, entry_id, detail, opened_at, closed_at, closed_by)
         values ($1, $2, $3, '{}', now(), case when $4::text is null then null else timestamptz '2026-01-01' end, $4::text)`,
        [kind, `${kind} ${entry} ${by}`, entry, by],
      )
    await open('unmatched_entry', 1)
    await open('recall', 2)
    await open('missing_in_statement', 1)
    await open('unmatched_entry', 3)
    await open('unmatched_entry', 2, 'ann')
    await markBooked(tx, [1n, 2n], at)
    expect((await unbookedEntries(tx)).map(({ id }) => id)).toEqual([3n])
    expect(await tx.query('select booked_at from banking.entry where id <= 2')).toEqual([
      { booked_at: at },
      { booked_at: at },
    ])
    const cases = await tx.query(`select kind, entry_id, closed_at, closed_by from banking.bank_case order by id`)
    expect(cases).toEqual([
      { kind: 'unmatched_entry', entry_id: 1n, closed_at: at, closed_by: 'import' },
      { kind: 'recall', entry_id: 2n, closed_at: at, closed_by: 'import' },
      { kind: 'missing_in_statement', entry_id: 1n, closed_at: null, closed_by: null },
      { kind: 'unmatched_entry', entry_id: 3n, closed_at: null, closed_by: null },
      { kind: 'unmatched_entry', entry_id: 2n, closed_at: new Date('2026-01-01T00:00:00Z'), closed_by: 'ann' },
    ])
  }))
