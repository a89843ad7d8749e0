import type { Sql } from '../../base/database/db.ts'

export const caseKinds = [
  'sequence_gap',
  'duplicate_sequence',
  'balance_break',
  'entry_differs',
  'unmatched_entry',
  'unclear_entry',
  'missing_in_notification',
  'missing_in_statement',
  'recall',
  'return_failed',
  'unreadable_file',
  'venue_position',
  'provider_statement',
  'rail_payout',
  'unassigned_deposit',
  'deposit_collection',
  'sweep_failed',
  'provider_payment',
  'told_by_hand',
] as const
export type CaseKind = (typeof caseKinds)[number]

export type BankCase = {
  kind: CaseKind
  /** Unique per kind: the same cause opens no second case, even when the first is closed. */
  cause: string
  entryId?: bigint
  detail: Record<string, string>
}

/** Opens a case for an operator. True when it is new. */
export async function openCase(sql: Sql, { kind, cause, entryId, detail }: BankCase, at: Date): Promise<boolean> {
  const rows = await sql.query(
    `insert into banking.bank_case (kind, cause, entry_id, detail, opened_at) values ($1, $2, $3, $4, $5)
     on conflict (kind, cause) do nothing returning id`,
    [kind, cause, entryId ?? null, JSON.stringify(detail), at],
  )
  return rows.length > 0
}

/** Closes a case, because the missing file or entry has arrived or because an operator has resolved it. */
export async function closeCase(sql: Sql, kind: CaseKind, cause: string, at: Date, by = 'import'): Promise<void> {
  await sql.query(
    `update banking.bank_case set closed_at = $3, closed_by = $4
     where kind = $1 and cause = $2 and closed_at is null`,
    [kind, cause, at, by],
  )
}
