import type { Sql } from '../../base/database/db.ts'

/** What the operations in this transaction were asked for: ids of mints, withdrawals, payments and the like. */
export async function subjectsOfTransaction(sql: Sql, txid: string): Promise<string[]> {
  const rows = await sql.query<{ subject: string }>(
    'select distinct subject from chains.operation where txid = $1 limit 100',
    [txid],
  )
  return rows.map(({ subject }) => subject)
}
