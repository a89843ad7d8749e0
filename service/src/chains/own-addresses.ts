import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { type Address, getContractAddress } from 'viem'
import type { Sql } from '../base/database/db.ts'
import { isBurnAddress } from './addresses.ts'

// Addresses to which clients must not be paid: our own, and burn addresses.

/**
 * Describes an address to which coins must not be sent, in words that follow «This address is». Null for any other address.
 * Check again in the transaction of the request and of the effect. An address may become ours later. Our EVM addresses are
 * ours on every EVM chain.
 */
export async function ownAddress(sql: Sql, chain: ChainCode, address: string): Promise<string | null> {
  if (isBurnAddress(chain, address)) return 'a burn address without a known key'
  const { family } = chains[chain]
  const [row] = await sql.query<{ what: string }>(
    `select what from (
       select case key when 'omnibus' then 'the omnibus wallet of Specie' else 'a wallet of Specie itself' end as what,
         address from chains.wallet where chain = any($1) and address <> '' and lower(address) = lower($3)
       union all select 'a deposit address at Specie', address from chains.deposit_address
         where family = $2 and lower(address) = lower($3)
       union all select 'the contract of ' || asset, address from chains.contract where chain = any($1)
       union all select 'a token account of Specie', address from chains.token_account where $2 = 'solana' and address = $3
     ) ours where case $2 when 'evm' then lower(address) = lower($3) else address = $3 end limit 1`,
    [codesOf(family), family, address],
  )
  if (row) return row.what
  return family === 'evm' && (await isDeployedByUs(sql, address)) ? 'a contract of Specie' : null
}

const codesOf = (family: string): ChainCode[] =>
  (Object.keys(chains) as ChainCode[]).filter((code) => chains[code].family === family)

async function isDeployedByUs(sql: Sql, address: string): Promise<boolean> {
  const admins = await sql.query<{ address: Address }>(
    `select distinct address from chains.wallet where key = 'admin' and chain = any($1) and address ~ '^0x[0-9a-fA-F]{40}$'`,
    [codesOf('evm')],
  )
  return admins.some((admin) => deployedBy(admin.address).has(address.toLowerCase()))
}

const maxDeployments = 100
const deployments = new Map<Address, ReadonlySet<string>>()

/** Our contracts without a row: implementations behind the coins, and interrupted deployments. Computed once. */
function deployedBy(from: Address): ReadonlySet<string> {
  const cached = deployments.get(from)
  if (cached) return cached
  const nonces = Array.from({ length: maxDeployments }, (_, nonce) => BigInt(nonce))
  const addresses = new Set(nonces.map((nonce) => getContractAddress({ from, nonce }).toLowerCase()))
  deployments.set(from, addresses)
  return addresses
}
