import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../../base/database/db.ts'

/** The balance of an account at an instant, in its own direction, and the number of its last line before that. */
export type Closing = {
  readonly pool: string
  readonly name: string
  readonly owner: string
  readonly asset: AssetCode
  readonly instant: Date
  readonly version: bigint
  readonly balance: bigint
}

/** All accounts of these kinds (`reserve/bank`) and assets at these ascending instants. */
export const closingBalances = (
  sql: Sql,
  kinds: readonly string[],
  assets: readonly AssetCode[],
  instants: readonly Date[],
): Promise<Closing[]> =>
  sql.query<Closing>(
    `select pool, name, owner, asset, instant, version, balance
     from ledger.closing_balances($1::text[], $2::text[], $3::timestamptz[])`,
    [kinds, assets, instants],
  )

/** What journals of one kind added to an account, and took from it. */
export type Turnover = {
  readonly kind: string
  readonly journals: bigint
  readonly added: bigint
  readonly taken: bigint
}

/** The movements of an account between two of its lines: after the one, up to the other. */
export const turnoverOf = (
  sql: Sql,
  { pool, name, owner, asset }: Pick<Closing, 'pool' | 'name' | 'owner' | 'asset'>,
  after: bigint,
  upTo: bigint,
): Promise<Turnover[]> =>
  sql.query<Turnover>(
    `select kind, journals, abs(added) as added, abs(taken) as taken
     from ledger.turnover($1, $2, $3, $4, $5, $6)`,
    [pool, name, owner, asset, after, upTo],
  )
