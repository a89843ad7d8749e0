import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { bookEntries } from './book-entries.ts'
import { reverseWire } from '../wire/recall.ts'
import { closeCase, openCase } from '../reconciliation/cases.ts'
import { type StoredEntry, fromStored } from '../entry/entries.ts'
import { addMovements, storeLine, type Line, markReported } from './lines.ts'
import { lockOwnAccounts } from '../account/own-accounts.ts'
import { causeOf } from './record-lines.ts'
import type { Wire } from '../wire/row.ts'

// Decisions of two people about the bank's files: acts of approvals. Each is recorded in the audit chain and is final.

const refused = (sentence: string) => badRequest('bank', sentence)

/** Matches the line to entries that other files have reported. No money moves. */
export async function matchLineToEntries(
  _env: Env,
  tx: Tx,
  payload: PayloadOf<'bank.match_line'>,
  by: By,
): Promise<void> {
  const entryIds = payload.entries.map(BigInt)
  const { own, line } = await waitingLine(tx, BigInt(payload.line))
  const entries = await tx.query<{ id: bigint; direction: string; amount: bigint; reported: boolean }>(
    `select id, direction, amount,
         exists (select from banking.message m where m.id = any(reported_by) and m.format = $3) as reported
       from banking.entry where account = $1 and id = any($2) and retracted_at is null`,
    [own.iban, entryIds, line.details.format],
  )
  if (entries.length !== new Set(entryIds).size) throw refused(`Not all of these are entries of ${own.iban}.`)
  const reported = entries.find((entry) => entry.reported)
  if (reported)
    throw refused(`Another line of this kind of file (${line.details.format}) already reports entry ${reported.id}.`)
  const sum = entries.reduce((total, { amount }) => total + amount, 0n)
  if (entries.some(({ direction }) => direction !== line.details.direction) || sum !== line.details.amount)
    throw refused(
      `The line is a ${line.details.direction} of ${line.details.amount}, the entries add up to ${sum} (minor units). Name all of its parts.`,
    )
  await markReported(tx, line.message, entryIds)
  await recordDecision(tx, own, line, entryIds, 'bank_line.same', by)
}

/** The line reports a movement that no other file has reported. It is booked as a new one. */
export async function bookLineAsNew(env: Env, tx: Tx, payload: PayloadOf<'bank.book_line'>, by: By): Promise<void> {
  const { accounts, own, line } = await waitingLine(tx, BigInt(payload.line))
  const ids = await addMovements(tx, own, [line])
  await recordDecision(tx, own, line, ids, 'bank_line.another', by)
  for (const one of await bookEntries(env, tx, accounts, by)) await openCase(tx, one, by.at)
}

async function waitingLine(tx: Tx, id: bigint): Promise<{ accounts: OwnAccount[]; own: OwnAccount; line: Line }> {
  const accounts = await lockOwnAccounts(tx)
  const [row] = await tx.query<{
    message_id: bigint
    place: number
    account: string
    reported: StoredEntry
    entries: bigint[]
  }>('select message_id, place, account, reported, entries from banking.unclear_line where id = $1', [id])
  if (!row) throw refused(`There is no line ${id}. List the lines with specie bank cases.`)
  if (row.entries.length > 0) throw refused(`Line ${id} is already matched to entry ${row.entries.join(', ')}.`)
  const own = accounts.find(({ iban }) => iban === row.account)!
  return { accounts, own, line: { id, message: row.message_id, place: row.place, details: fromStored(row.reported) } }
}

async function recordDecision(
  tx: Tx,
  own: OwnAccount,
  line: Line,
  entries: readonly bigint[],
  action: AuditAction,
  by: By,
) {
  await storeLine(tx, own, line, entries, by.actor)
  await closeCase(tx, 'unclear_entry', causeOf(line.id!), by.at)
  const detail = { why: by.why, entries: entries.map(String) }
  audit(tx, { actor: by.actor, action, subject: `line ${line.id}`, detail })
}

type Entry = { id: bigint; bankref: string; confirmed_by: bigint | null; booked_at: Date | null }

/** The bank states that it never booked an entry that it had notified. The ledger reverses the entry. */
export async function retract(env: Env, tx: Tx, { entry: entryId }: PayloadOf<'bank.retract'>, by: By): Promise<void> {
  await lockOwnAccounts(tx)
  const [entry] = await tx.query<Entry>(
    'select id, bankref, confirmed_by, booked_at from banking.entry where id = $1 and retracted_at is null for update',
    [entryId],
  )
  if (!entry) throw refused(`Entry ${entryId} does not exist or is already retracted. See specie check.`)
  if (entry.confirmed_by !== null) throw refused(`Entry ${entryId} is on a statement of the bank, so it was booked.`)
  if (entry.booked_at !== null) await reverse(env, tx, entry, by)
  await tx.query('update banking.entry set retracted_at = $2 where id = $1', [entryId, by.at])
  await tx.query(
    `update banking.bank_case set closed_at = $2, closed_by = $3 where entry_id = $1 and closed_at is null`,
    [entryId, by.at, by.actor],
  )
  const detail = { why: by.why, bankref: entry.bankref }
  audit(tx, { actor: by.actor, action: 'bank_entry.retracted', subject: `entry ${entryId}`, detail })
}

async function reverse(env: Env, tx: Tx, { id, bankref }: Entry, by: By): Promise<void> {
  const [wire] = await tx.query<Wire>('select * from banking.wire where entry_id = $1 for update', [id])
  if (!wire)
    throw refused(
      `Entry ${id} (${bankref}) is not a deposit. Payouts, sweeps and providers’ wires are corrected by later bookings of the bank.`,
    )
  const problem = await reverseWire(env, tx, wire, by.why, by)
  if (problem !== null) throw refused(problem)
}
