import type { Sql } from '../base/database/db.ts'

/** When the last statement came from the provider; null: none has. */
export async function lastStatementAt(sql: Sql): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date | null }>('select max(taken_at) as at from rails.statement')
  return row!.at
}
