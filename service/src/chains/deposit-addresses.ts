import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { isSqlState } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { unavailable } from '../base/http/errors.ts'

export type DepositAddress = { index: number; address: string }

/** The institution's own address on a chain, assigned at its first call; one for each family. */
export async function depositAddressOf(env: Env, institutionId: string, chain: ChainCode): Promise<DepositAddress> {
  const { family, name } = chains[chain]
  if (!env.chains.has(chain)) throw unavailable(`${name} is offline at the moment.`)
  // Two first calls at the same moment take two addresses, of which the database grants one.
  const [own] = await assigned(env, institutionId, family).catch((error: unknown) => {
    if (isSqlState(error, '23505')) return assigned(env, institutionId, family)
    throw error
  })
  if (own) return own
  env.log.error({ family }, 'no deposit address is free')
  throw unavailable(`There is no free address on ${name} at the moment.`)
}

const assigned = (env: Env, institutionId: string, family: string): Promise<DepositAddress[]> =>
  env.db.query<DepositAddress>(
    `with own as (
       select index, address from chains.deposit_address where family = $1 and institution_id = $2
     ), taken as (
       update chains.deposit_address set institution_id = $2, assigned_at = $3
       where family = $1 and index = (
         select index from chains.deposit_address where family = $1 and institution_id is null
           and not exists (select from own)
         order by index limit 1 for update skip locked)
       returning index, address
     )
     select * from own union all select * from taken`,
    [family, institutionId, env.clock.now()],
  )
