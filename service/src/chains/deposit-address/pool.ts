import { type Address, isAddress } from '@solana/kit'
import { chains } from '@specie/protocol/chains.ts'
import { tokenAccount } from '@specie/token/solana/coin.ts'
import type { Curve, Family, RawSigner } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { bitcoinAddressOf } from '../adapters/bitcoin/address.ts'
import { evmAddressOf } from '../adapters/evm/account.ts'
import { solanaAddressOf } from '../adapters/solana/keys.ts'

/** Number of free addresses kept ready, so that assigning one needs no key. */
const poolSize = 100

/** Derives deposit addresses in advance, in the process that has the keys. */
export const deriveAddresses: Job = {
  name: 'chains.addresses',
  everyMs: 5_000,
  applies: ({ chains, signer }) => signer !== null && chains.size > 0,
  run: derive,
}

type Derivation = {
  curve: Curve
  addressOf: (publicKey: Uint8Array, environment: Env['config']['environment']) => string
}

const derivations: { readonly [family in Family]: Derivation } = {
  evm: { curve: 'secp256k1', addressOf: evmAddressOf },
  solana: { curve: 'ed25519', addressOf: solanaAddressOf },
  bitcoin: { curve: 'secp256k1', addressOf: bitcoinAddressOf },
}

async function derive(env: Env): Promise<number> {
  const keyOf = cachedKeys(env.signer!)
  let steps = 0
  const families = new Set([...env.chains.keys()].map((code) => chains[code].family))
  for (const family of families) steps += await fill(env, keyOf, family)
  return steps + (families.has('solana') ? await recordTokenAccounts(env) : 0)
}

type KeyOf = (index: number, curve: Curve) => Promise<Uint8Array>

/** Families with the same curve share deposit keys. Cached, because deriving one is slow. */
function cachedKeys(signer: RawSigner): KeyOf {
  const cache = new Map<string, Promise<Uint8Array>>()
  return (index, curve) => {
    const name = `${curve} ${index}`
    const point = cache.get(name) ?? signer.publicKey(`deposit:${index}`, curve)
    cache.set(name, point)
    return point
  }
}

/** Token accounts derived per pass. */
const batchSize = 500

/** Stores the token accounts of our Solana wallets, so that they are recognised as our own addresses. */
export async function recordTokenAccounts({ db }: Env): Promise<number> {
  const missing = await db.query<{ owner: Address; mint: Address }>(
    `select owner, mint from (
       select address as owner from chains.deposit_address where family = 'solana'
       union select address from chains.wallet where chain = 'SOL' and address <> '') own
     cross join (select address as mint from chains.contract where chain = 'SOL') coin
     where not exists (select from chains.token_account a where (a.owner, a.mint) = (own.owner, coin.mint)) limit $1`,
    [batchSize],
  )
  const valid = missing.filter(({ owner, mint }) => isAddress(owner) && isAddress(mint))
  const accounts = await Promise.all(valid.map(({ owner, mint }) => tokenAccount(mint, owner)))
  await db.query(
    `insert into chains.token_account (address, owner, mint)
     select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`,
    [accounts, valid.map((one) => one.owner), valid.map((one) => one.mint)],
  )
  return accounts.length
}

async function fill(env: Env, keyOf: KeyOf, family: Family): Promise<number> {
  const [{ free, next } = { free: 0n, next: 0 }] = await env.db.query<{ free: bigint; next: number }>(
    `select (select count(*) from chains.deposit_address where family = $1 and institution_id is null and rail_id is null)
         as free,
       (select coalesce(max(index) + 1, 0) from chains.deposit_address where family = $1) as next`,
    [family],
  )
  if (free >= poolSize / 2) return 0
  const { curve, addressOf } = derivations[family]
  const indexes = Array.from({ length: poolSize - Number(free) }, (_, i) => next + i)
  const addresses = await Promise.all(
    indexes.map(async (index) => addressOf(await keyOf(index, curve), env.config.environment)),
  )
  await env.db.query(
    `insert into chains.deposit_address (family, index, address)
     select $1, * from unnest($2::integer[], $3::text[]) on conflict do nothing`,
    [family, indexes, addresses],
  )
  return indexes.length
}
