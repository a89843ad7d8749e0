import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { CoinCode } from '../../base/ports/chain.ts'

/** A decision of two people on the mode of a list. */
export type Decision = {
  readonly id: string
  readonly chain: ChainCode
  readonly asset: CoinCode
  readonly is_on: boolean
  readonly problem: string | null
  readonly created_at: Date
  readonly done_at: Date | null
}

const current = `select distinct on (chain, asset) id, chain, asset, is_on, problem, created_at, done_at
  from chains.allow_list`

/** The last decision about each list, where there is one. */
export const currentDecisions = (sql: Sql): Promise<Decision[]> =>
  sql.query<Decision>(`${current} order by chain, asset, number desc`)

export async function currentDecision(sql: Sql, chain: ChainCode, asset: string): Promise<Decision | null> {
  const [row] = await sql.query<Decision>(
    `${current} where chain = $1 and asset = $2 order by chain, asset, number desc`,
    [chain, asset],
  )
  return row ?? null
}

/** The mode that the chain had at the last decision that was carried out. */
export async function modeOnChain(sql: Sql, chain: ChainCode, asset: string): Promise<boolean> {
  const [row] = await sql.query<{ is_on: boolean }>(
    `select is_on from chains.allow_list where chain = $1 and asset = $2 and done_at is not null
     order by number desc limit 1`,
    [chain, asset],
  )
  return row?.is_on ?? false
}

export async function recordProblem(sql: Sql, id: string, problem: string | null): Promise<boolean> {
  const changed = await sql.query(
    'update chains.allow_list set problem = $2 where id = $1 and problem is distinct from $2 returning 1',
    [id, problem],
  )
  return changed.length > 0
}

export const conclude = (tx: Tx, id: string, at: Date): Promise<unknown> =>
  tx.query('update chains.allow_list set done_at = $2, problem = null where id = $1', [id, at])
