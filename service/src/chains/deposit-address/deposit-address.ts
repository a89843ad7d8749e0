import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { isSqlState, type Sql, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { unavailable } from '../../base/http/errors.ts'
import { assertReliable } from '../trouble/reliable.ts'

export type DepositAddress = { index: number; address: string }

/**
 * The institution's own address on a chain, assigned at the first request; one per family. Refused while deposits there
 * would not be credited.
 */
export async function depositAddressOf(env: Env, institutionId: string, chain: ChainCode): Promise<DepositAddress> {
  const { name } = chains[chain]
  await assertReliable(env, env.db, chain)
  const request = () => assign(env, env.db, 'institution_id', institutionId, chain)
  // Two concurrent first requests try to assign two addresses; the database allows one.
  const own = await request().catch((error: unknown) => {
    if (isSqlState(error, '23505')) return request()
    throw error
  })
  if (own) return own
  throw unavailable(`There is no free address on ${name} at the moment.`)
}

/** The same in a transaction, even when the chain is offline. Null if no address is free. */
export const institutionAddressOf = (
  env: Env,
  tx: Tx,
  institutionId: string,
  chain: ChainCode,
): Promise<DepositAddress | null> => assign(env, tx, 'institution_id', institutionId, chain)

/** The address of an off-ramp, assigned once. Null if no address is free. */
export const railAddressOf = (env: Env, tx: Tx, railId: string, chain: ChainCode): Promise<DepositAddress | null> =>
  assign(env, tx, 'rail_id', railId, chain)

async function assign(
  env: Env,
  sql: Sql,
  column: 'institution_id' | 'rail_id',
  owner: string,
  chain: ChainCode,
): Promise<DepositAddress | null> {
  const { family } = chains[chain]
  const [own] = await sql.query<DepositAddress>(
    `with own as (
       select index, address from chains.deposit_address where family = $1 and ${column} = $2
     ), taken as (
       update chains.deposit_address set ${column} = $2, assigned_at = $3
       where family = $1 and index = (
         select index from chains.deposit_address where family = $1 and institution_id is null and rail_id is null
           and not exists (select from own)
         order by index limit 1 for update skip locked)
       returning index, address
     )
     select * from own union all select * from taken`,
    [family, owner, env.clock.now()],
  )
  if (!own) env.log.error({ family }, 'no deposit address is free')
  return own ?? null
}
