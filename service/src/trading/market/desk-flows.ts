import type { Sql } from '../../base/database/db.ts'

/** The movements of the desk's fills in a pair, in minor units; negative. The desk has delivered. */
export type DeskFlow = { readonly symbol: string; readonly base: bigint; readonly quote: bigint }

/** The desk's trades of the last hour, as counted for the limits (trading.count_desk). */
export const deskFlows = (sql: Sql, now: Date): Promise<DeskFlow[]> =>
  sql.query<DeskFlow>(
    `select symbol, sum(base) as base, sum(quote) as quote from trading.desk_flow
     where began > $1::timestamptz - interval '65 minutes' group by symbol order by symbol`,
    [now],
  )
