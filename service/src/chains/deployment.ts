import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { audit } from '../base/audit/audit.ts'
import { type CoinCode, type Power, powers, type RawSigner, type Wallets } from '../base/ports/chain.ts'
import type { Env } from '../base/env.ts'
import { type Deployed, deployEvmCoins, type NewCoin } from './adapters/evm/deploy.ts'
import { BaseError } from 'viem'
import { evmAddressOf } from './adapters/evm/account.ts'
import { shortMessage } from './adapters/evm/nodes.ts'
import { NotReachable } from './adapters/network.ts'
import { evmOnly, UnknownKey } from '../keys/names.ts'
import { concludeDeployed, decidedOn } from './allow-list/decision.ts'
import { createSolanaCoin } from './adapters/solana/deploy.ts'
import { solanaAddressOf } from './adapters/solana/keys.ts'
import { NodeFault } from './adapters/solana/nodes.ts'

export type Site = {
  code: ChainCode
  url: string
  chainId: number
  /** Third-party coins that UAT provides, with the address that mints them. */
  foreign: readonly { asset: AssetCode; minter: string }[]
}

/** Our coins without a contract on this chain. */
export async function missingCoins({ db }: Env, code: ChainCode, foreign: Site['foreign']): Promise<NewCoin[]> {
  const existing = await db.query<{ asset: AssetCode }>('select asset from chains.contract where chain = $1', [code])
  const own = Object.values(assets)
    .filter((asset) => asset.fiat !== null && asset.blockchains.some(({ blockchain }) => blockchain === code))
    .map(({ symbol }) => ({ asset: symbol, minter: null }))
  const on = await decidedOn(db, code)
  const all = [...own, ...foreign].map((coin): NewCoin => ({ ...coin, allowListOn: on.has(coin.asset) }))
  return all.filter(({ asset }) => !existing.some((one) => one.asset === asset))
}

/** Derives and stores our addresses on a chain. */
export async function recordWallets(env: Env, signer: RawSigner, code: ChainCode): Promise<Wallets> {
  const { family } = chains[code]
  if (family === 'bitcoin') throw new Error('none of our coins is on Bitcoin')
  const addresses: { [power in Power]?: string } = {}
  for (const power of powers) {
    const address = await addressOf(signer, power, family)
    if (address !== null) addresses[power] = address
  }
  await env.db.query(
    `insert into chains.wallet as known (chain, key, address) select $1, * from unnest($2::text[], $3::text[])
     on conflict (chain, key) do nothing`,
    [code, Object.keys(addresses), Object.values(addresses)],
  )
  return addresses
}

/** Null if the key does not exist. Solana needs none of the two, and KMS settings of earlier versions lack them. */
async function addressOf(signer: RawSigner, power: Power, family: 'evm' | 'solana'): Promise<string | null> {
  if (family === 'solana') return evmOnly.has(power) ? null : solanaAddressOf(await signer.publicKey(power, 'ed25519'))
  try {
    return evmAddressOf(await signer.publicKey(power, 'secp256k1'))
  } catch (error) {
    if (error instanceof UnknownKey && evmOnly.has(power)) return null
    throw error
  }
}

/**
 * Deploys the missing coins and records them. An interrupted run starts again. An unrecorded contract does no harm. Coins of
 * other issuers need two people (record-contract.ts).
 */
export async function deployCoins(
  env: Env,
  signer: RawSigner,
  site: Site,
  record: typeof recordContract = recordContract,
): Promise<Deployed[]> {
  const coins = await missingCoins(env, site.code, site.foreign)
  if (coins.length === 0) return []
  const deploying =
    chains[site.code].family === 'evm'
      ? deployEvmCoins({ ...site, signer }, coins)
      : Promise.all(coins.map((coin) => deployOnSolana(env, signer, site, coin)))
  const deployed = await deploying.catch((error: unknown) => {
    throw isNodeTrouble(error) ? new NotReachable(`the node of ${site.code} failed: ${shortMessage(error)}`) : error
  })
  for (const coin of deployed) await record(env, site.code, coin)
  return deployed
}

const isNodeTrouble = (error: unknown): error is BaseError | NodeFault =>
  error instanceof BaseError || error instanceof NodeFault

async function deployOnSolana(
  env: Env,
  signer: RawSigner,
  { url }: Site,
  { asset, allowListOn }: NewCoin,
): Promise<Deployed> {
  const { symbol, name } = assets[asset]
  const onTrouble = (message: string, details: object) => env.log.warn(details, message)
  const options = {
    code: 'SOL' as const,
    environment: env.config.environment,
    urls: [url],
    quorum: null,
    signer,
    wallets: {},
    onTrouble,
  }
  return {
    asset,
    ...(await createSolanaCoin(options, { asset: asset as CoinCode, name, symbol, uri: '', allowListOn })),
  }
}

/** Records the contract of a coin of ours, with an audit entry. */
export async function recordContract(
  env: Env,
  code: ChainCode,
  { asset, address, txid }: Omit<Deployed, 'txid'> & { txid: string | null },
): Promise<void> {
  const at = env.clock.now()
  await env.db.tx(async (tx) => {
    await tx.query(
      'insert into chains.contract (chain, asset, address, txid, created_at) values ($1, $2, $3, $4, $5)',
      [code, asset, address, txid, at],
    )
    await concludeDeployed(tx, code, asset, at)
    audit(tx, {
      actor: 'service',
      action: 'contract.recorded',
      subject: address,
      detail: { chain: code, asset },
    })
  })
}
