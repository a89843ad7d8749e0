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
  'deposit_return',
  'sweep_failed',
  'provider_payment',
  'manual_mismatch',
  'closing_payout',
  'left_anyway',
  'not_asked_for',
  'allow_list',
] as const
export type CaseKind = (typeof caseKinds)[number]

export type BankCase = {
  kind: CaseKind
  /** Unique per kind. The same cause opens no second case, even after the first is closed. */
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

type Again = Pick<BankCase, 'cause' | 'detail'>

/** Opens a case for a recurring event. The first cause is `cause:1`, the next one `cause:2`. */
export const openCaseAgain = (sql: Sql, { kind, ...one }: Omit<BankCase, 'entryId'>, at: Date): Promise<void> =>
  openCasesAgain(sql, kind, [one], at)

/** The same for several cases, with one statement for each repetition. */
export async function openCasesAgain(sql: Sql, kind: CaseKind, cases: readonly Again[], at: Date): Promise<void> {
  let left = cases
  for (let times = 1; left.length > 0; times += 1) {
    const causeOf = ({ cause }: Again): string => `${cause}:${times}`
    const opened = await sql.query<{ cause: string }>(
      `insert into banking.bank_case (kind, cause, detail, opened_at)
       select $1, cause, detail, $4 from unnest($2::text[], $3::jsonb[]) fresh (cause, detail)
       on conflict (kind, cause) do nothing returning cause`,
      [kind, left.map(causeOf), left.map(({ detail }) => JSON.stringify(detail)), at],
    )
    const isOpen = new Set(opened.map(({ cause }) => cause))
    left = left.filter((one) => !isOpen.has(causeOf(one)))
  }
}

/** Closes a case, because the missing file or entry has arrived or because an operator has resolved it. */
export const closeCase = (sql: Sql, kind: CaseKind, cause: string, at: Date, by?: string): Promise<void> =>
  closeCases(sql, kind, [cause], at, by)

/** The same for several; causes without an open case are ignored. */
export async function closeCases(
  sql: Sql,
  kind: CaseKind,
  causes: readonly string[],
  at: Date,
  by = 'import',
): Promise<void> {
  await sql.query(
    `update banking.bank_case set closed_at = $3, closed_by = $4
     where kind = $1 and cause = any($2) and closed_at is null`,
    [kind, causes, at, by],
  )
}

/** The subject of a case as a field of its detail: `{ paymentid }`. */
type Subject = Readonly<Record<string, string>>

/** Closes all cases of a kind about one subject. */
export async function closeCasesAbout(
  sql: Sql,
  kind: CaseKind,
  subject: Subject,
  at: Date,
  by = 'import',
): Promise<void> {
  await sql.query(
    `update banking.bank_case set closed_at = $3, closed_by = $4
     where kind = $1 and detail @> $2 and closed_at is null`,
    [kind, JSON.stringify(subject), at, by],
  )
}

/** Closes the cases of a kind whose detail has one of these values under this name. */
export async function closeCasesOf(
  sql: Sql,
  kind: CaseKind,
  name: string,
  values: readonly string[],
  at: Date,
  by: string,
): Promise<void> {
  await sql.query(
    `update banking.bank_case set closed_at = $4, closed_by = $5
     where kind = $1 and detail ->> $2 = any($3) and closed_at is null`,
    [kind, name, values, at, by],
  )
}

/** The open cases of a kind. */
export const openCasesOf = (sql: Sql, kind: CaseKind): Promise<Pick<BankCase, 'cause' | 'detail'>[]> =>
  sql.query('select cause, detail from banking.bank_case where kind = $1 and closed_at is null', [kind])
