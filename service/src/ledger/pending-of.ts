import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../base/database/db.ts'

/** The journals of a subject have keys that begin with its prefix and id: `mint:<id>:issued`. */
export type PendingSubject = { readonly prefix: string; readonly id: string }
export type Pending = { readonly asset: AssetCode; readonly amount: bigint }

/** More than any subject has. */
const maxJournals = 100

/** What each of these subjects has in the pending balances of its institution, by its id. */
export async function pendingOf(
  sql: Sql,
  institutionId: string,
  subjects: readonly PendingSubject[],
): Promise<Map<string, Pending[]>> {
  const rows = await sql.query<Pending & { id: string }>({
    name: 'ledger.pending_of',
    text: `
      select asked.id, own.asset, -sum(line.amount) as amount
      from unnest($2::text[], $3::text[]) asked (prefix, id)
      cross join lateral (
        select journal, key from ledger.posted
        where key between asked.prefix || ':' || asked.id and asked.prefix || ':' || asked.id || ':zzzz'
        order by key limit ${maxJournals}
      ) of_subject join ledger.line using (journal) join ledger.balance own using (account)
      where starts_with(key, asked.prefix || ':' || asked.id || ':')
        and (own.pool, own.owner) = ('client', $1) and own.name in ('pending', 'held')
      group by asked.id, own.asset having sum(line.amount) <> 0 order by own.asset`,
    values: [institutionId, subjects.map(({ prefix }) => prefix), subjects.map(({ id }) => id)],
  })
  return Map.groupBy(rows, ({ id }) => id)
}
