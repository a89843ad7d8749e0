import type { BankEntry, Notification, Statement } from '@specie/payments/camt.ts'
import type { Tx } from '../base/db.ts'
import type { OwnAccount } from '../base/ports.ts'
import type { BankCase } from './cases.ts'

export type Message = Notification | Statement

/** An entry as the database keeps it. */
export type KnownEntry = { id: bigint; account: string; entry: BankEntry }

/**
 * Takes down the entries of a message that are new, and notes for those that are known who told of them. An entry is
 * the same when account and bank reference are: a notification brings it, the statement confirms it, or the other way
 * round. Answers what does not fit.
 */
export async function takeDown(tx: Tx, own: OwnAccount, message: Message, messageId: bigint): Promise<BankCase[]> {
  const teller = message.kind === 'camt.054' ? 'notified_by' : 'confirmed_by'
  await tx.query(
    `insert into banking.entry (account, bankref, direction, amount, booking_date, end_to_end_id, said, ${teller})
     select $1, said ->> 'bankref', said ->> 'direction', (said ->> 'amount')::numeric, (said ->> 'bookingDate')::date,
       said ->> 'endToEndId', said, $3
     from jsonb_array_elements($2) with ordinality told (said, place) order by place
     on conflict (account, bankref) do nothing`,
    [own.iban, written(message.entries), messageId],
  )
  const differing = await tx.query<{ id: bigint; bankref: string; known: string; told: string }>(
    `select entry.id, bankref, entry.direction || ' ' || entry.amount as known, told.direction || ' ' || told.amount as told
     from banking.entry join jsonb_to_recordset($2) told (bankref text, direction text, amount numeric) using (bankref)
     where account = $1 and (entry.direction, entry.amount) <> (told.direction, told.amount)`,
    [own.iban, written(message.entries)],
  )
  await tx.query(
    `update banking.entry set ${teller} = $3 where account = $1 and bankref = any($2) and ${teller} is null`,
    [own.iban, message.entries.map((entry) => entry.bankref), messageId],
  )
  return differing.map(({ id, bankref, known, told }) => ({
    kind: 'entry_differs',
    cause: `${own.iban}/${message.kind}/${message.sequence}/${bankref}`,
    entryId: id,
    detail: { bankref, known, told },
  }))
}

/** Entries as JSON, their amounts as text: a bigint has no JSON form. */
export const written = (entries: readonly BankEntry[]): string =>
  JSON.stringify(entries, (_key, value) => (typeof value === 'bigint' ? String(value) : value))

/** What an entry does to the balance of its account. */
export const signed = ({ direction, amount }: BankEntry): bigint => (direction === 'credit' ? amount : -amount)

type Said = Omit<BankEntry, 'amount'> & { amount: string }
type Row = { id: bigint; account: string; said: Said; sweep: boolean }

/** Entries that the ledger does not have yet, oldest first: those just told, and those that no one could place so far. */
export async function unbookedEntries(tx: Tx): Promise<(KnownEntry & { sweep: boolean })[]> {
  const rows = await tx.query<Row>(
    `select id, account, said, exists (
       select from banking.payout p where p.kind in ('sweep', 'fee_sweep') and p.end_to_end_id = entry.end_to_end_id) as sweep
     from banking.entry where booked_at is null order by id`,
  )
  return rows.map(({ said, ...row }) => ({ ...row, entry: { ...said, amount: BigInt(said.amount) } }))
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
