import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../../base/database/db.ts'
import { listAccounts } from './accounts.ts'
import { lastLineAt } from './lines.ts'

export type Moved = { readonly asset: AssetCode; readonly received: bigint; readonly sent: bigint }

/** Amounts received and sent by an institution since a time, without moves between its own accounts. */
export async function movedSince(sql: Sql, institutionid: string, since: Date): Promise<Moved[]> {
  // Its money is in its credit accounts; its debit accounts only pass it on.
  const accounts = (await listAccounts(sql, { institutionid })).rows.filter(({ side }) => side === 'credit')
  const before = new Date(since.getTime() - 1)
  const versions: bigint[] = []
  for (const account of accounts) versions.push((await lastLineAt(sql, account, before))?.version ?? 0n)
  return sql.query<Moved>(
    `select asset, sum(greatest(change, 0)) as received, sum(greatest(-change, 0)) as sent from (
       select a.asset, e.journal_id, -sum(e.amount) as change
       from unnest($1::bigint[], $2::bigint[]) seen (id, version)
       join ledger.account a using (id) join ledger.entry e on e.account_id = a.id and e.version > seen.version
       group by a.asset, e.journal_id
     ) journals where change <> 0 group by asset order by asset`,
    [accounts.map(({ id }) => id), versions],
  )
}
