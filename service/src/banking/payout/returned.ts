import type { Sql } from '../../base/database/db.ts'
import type { Payout } from './row.ts'

/** Subjects whose money the bank has sent back, with its reason, whether or not their product has read that. */
export async function returnedPayouts(
  sql: Sql,
  kind: Payout['kind'],
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql.query<{ subject: string; reason: string | null }>(
    `select subject, reason from banking.payout where kind = $1 and subject = any($2::uuid[]) and state = 'returned'`,
    [kind, subjects],
  )
  return new Map(rows.map(({ subject, reason }) => [subject, reason ?? 'returned by the bank']))
}
