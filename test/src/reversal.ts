import type { Sql } from '@specie/service/base/database/db.ts'
import { type Account, named } from '@specie/service/ledger/chart.ts'
import type { Journal } from '@specie/service/ledger/posting/journal.ts'

/** The journal that reverses `id`, line by line, for `post`. Entries are never edited; a reversal corrects them. */
export async function reversalOf(sql: Sql, id: bigint, key: string): Promise<Journal> {
  const rows = await sql.query<Omit<Account, 'code'> & { amount: bigint }>(
    `select pool, name, owner, asset, -amount as amount
     from ledger.entry join ledger.account on account.id = account_id
     where journal_id = $1 order by account_id, entry.version`,
    [id],
  )
  if (rows.length === 0) throw new Error(`the journal to reverse does not exist: ${id}`)
  return {
    key,
    kind: 'reversal',
    reverses: id,
    lines: rows.map(({ amount, ...account }) => ({ account: named(account), amount })),
  }
}
