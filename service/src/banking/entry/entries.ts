import type { BankEntry, Notification, Statement } from '@specie/payments/camt.ts'
import type { Format, ReportedEntry } from '@specie/payments/match-entries.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import { issuer } from '../account/payer-accounts.ts'

export type Message = Notification | Statement

/** The format of the file. An MT940 is a statement, but has its own numbering. */
export const formatOf = (message: Message): Format =>
  message.kind === 'camt.053' ? (message.format ?? 'camt.053') : message.kind

/** An entry that has a row in the database. */
export type KnownEntry = { id: bigint; account: string; entry: BankEntry }

/** Entries as JSON. Amounts are text because JSON has no bigint. */
export const entriesJson = (entries: readonly BankEntry[]): string =>
  JSON.stringify(entries, (_key, value) => (typeof value === 'bigint' ? String(value) : value))

/** The change of the account's balance. */
export const signedAmount = ({ direction, amount }: BankEntry): bigint => (direction === 'credit' ? amount : -amount)

/** An entry as stored in the database. */
export type StoredEntry = Omit<ReportedEntry, 'amount'> & { amount: string }

export const fromStored = (reported: StoredEntry): ReportedEntry => ({ ...reported, amount: BigInt(reported.amount) })

type Row = { id: bigint; account: string; bankref: string; reported: StoredEntry; sweep: boolean; own_money: boolean }

/**
 * Entries that are not in the ledger yet, oldest first: new ones, and those that could not be booked so far. `own_money`:
 * paid by the issuer.
 */
export async function unbookedEntries(tx: Tx): Promise<(KnownEntry & { sweep: boolean; own_money: boolean })[]> {
  const rows = await tx.query<Row>(
    `select id, account, bankref, coalesce(reported_detail, reported) as reported, exists (
       select from banking.payout p where p.kind in ('sweep', 'fee_sweep') and p.end_to_end_id = entry.end_to_end_id) as sweep,
       banking.is_paid_by('${issuer}', coalesce(reported_detail, reported)) as own_money
     from banking.entry where booked_at is null and retracted_at is null order by id`,
  )
  return rows.map(({ reported, bankref, ...row }) => ({ ...row, entry: { ...fromStored(reported), bankref } }))
}

/** The credit to one of our accounts with this end-to-end id. */
export async function findCredit(sql: Sql, endToEndId: string): Promise<{ bankref: string } | null> {
  const [found] = await sql.query<{ bankref: string }>(
    `select bankref from banking.entry where end_to_end_id = $1 and direction = 'credit'
       and account = any(array(select iban from banking.bank_account))`,
    [endToEndId],
  )
  return found ?? null
}

/** Marks entries as booked and closes the cases that said they were not. */
export async function markBooked(tx: Tx, ids: readonly bigint[], at: Date): Promise<void> {
  await tx.query('update banking.entry set booked_at = $2 where id = any($1)', [ids, at])
  await tx.query(
    `update banking.bank_case set closed_at = $2, closed_by = 'import'
     where entry_id = any($1) and kind in ('unmatched_entry', 'recall') and closed_at is null`,
    [ids, at],
  )
}
