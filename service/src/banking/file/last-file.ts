import type { Sql } from '../../base/database/db.ts'

/** When the last file came from the bank; null: none has. */
export async function lastFileAt(sql: Sql): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date | null }>('select max(received_at) as at from banking.file')
  return row!.at
}
