import type { BankEntry, Notification, Statement } from '@specie/payments/camt.ts'
import type { Format, Told } from '@specie/payments/same.ts'
import type { Tx } from '../../base/database/db.ts'

export type Message = Notification | Statement

/** In which kind of file it came. An MT940 is a statement, but has numbers of its own. */
export const formatOf = (message: Message): Format =>
  message.kind === 'camt.053' ? (message.format ?? 'camt.053') : message.kind

/** An entry as the database keeps it. */
export type KnownEntry = { id: bigint; account: string; entry: BankEntry }

/** Entries as JSON, their amounts as text: a bigint has no JSON form. */
export const written = (entries: readonly BankEntry[]): string =>
  JSON.stringify(entries, (_key, value) => (typeof value === 'bigint' ? String(value) : value))

/** What an entry does to the balance of its account. */
export const signed = ({ direction, amount }: BankEntry): bigint => (direction === 'credit' ? amount : -amount)

/** An entry as the database keeps it. */
export type StoredEntry = Omit<Told, 'amount'> & { amount: string }

export const toldIn = (said: StoredEntry): Told => ({ ...said, amount: BigInt(said.amount) })

type Row = { id: bigint; account: string; bankref: string; said: StoredEntry; sweep: boolean }

/** Entries that the ledger does not have yet, oldest first: those just told, and those that no one could place so far. */
export async function unbookedEntries(tx: Tx): Promise<(KnownEntry & { sweep: boolean })[]> {
  const rows = await tx.query<Row>(
    `select id, account, bankref, coalesce(fuller, said) as said, exists (
       select from banking.payout p where p.kind in ('sweep', 'fee_sweep') and p.end_to_end_id = entry.end_to_end_id) as sweep
     from banking.entry where booked_at is null and disowned_at is null order by id`,
  )
  return rows.map(({ said, bankref, ...row }) => ({ ...row, entry: { ...toldIn(said), bankref } }))
}

/** The ledger has followed; a case that said it had not is closed. */
export async function markBooked(tx: Tx, ids: readonly bigint[], at: Date): Promise<void> {
  await tx.query('update banking.entry set booked_at = $2 where id = any($1)', [ids, at])
  await tx.query(
    `update banking.bank_case set closed_at = $2, closed_by = 'import'
     where entry_id = any($1) and kind in ('unmatched_entry', 'recall') and closed_at is null`,
    [ids, at],
  )
}
