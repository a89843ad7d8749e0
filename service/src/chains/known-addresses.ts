import type { ChainCode } from '@specie/protocol/chains.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../base/database/db.ts'

/** Our wallets on a chain by their signing key, and the contracts of the known coins there. */
export type KnownAddresses = {
  readonly wallets: readonly { readonly key: string; readonly address: string }[]
  readonly contracts: readonly { readonly asset: AssetCode; readonly address: string }[]
}

export async function knownAddresses(sql: Sql, chain: ChainCode): Promise<KnownAddresses> {
  const wallets = await sql.query<KnownAddresses['wallets'][number]>(
    `select key, address from chains.wallet where chain = $1 and address <> '' order by key`,
    [chain],
  )
  const contracts = await sql.query<KnownAddresses['contracts'][number]>(
    'select asset, address from chains.contract where chain = $1 order by asset',
    [chain],
  )
  return { wallets, contracts }
}
