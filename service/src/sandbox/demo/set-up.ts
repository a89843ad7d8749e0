import { setTimeout as sleep } from 'node:timers/promises'
import { assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { products } from '@specie/protocol/endpoints/endpoint.ts'
import { keccak256, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { Power } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { type Effect, hasIntent, type Intent, performIntent, recordIntent } from '../../base/jobs/intents.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { deriveAddresses } from '../../chains/deposit-address/pool.ts'
import { deployCoins, missingCoins, recordContract, recordWallets, type Site } from '../../chains/deployment.ts'
import { addToWatchlist, type WatchlistEntry } from '../../compliance/list/own.ts'
import { parsePublicKey } from '../../access/api-key/parse.ts'
import { venueHolders } from '../../trading/market/register-venue.ts'
import { onboard } from './onboard.ts'
import { controlChain } from '../control/chains.ts'
import { controlBank } from '../control/counterparts.ts'
import { newPair } from './key-pair.ts'
import { agreeInSandbox } from './people.ts'
import { uatFetch } from '../control/uat-fetch.ts'

// The first start of UAT: accounts for liquidity providers, gas for our wallets, the coins on their chains, and a
// buffer in the reserve.

/** Public: the faucet of UAT's chains mints the USDC that it sends. */
const faucetKey = keccak256(toHex('specie devnet faucet'))

/** The balance for network fees, in the smallest unit; on Solana one key pays for all. */
const gas: { readonly [family in 'evm' | 'solana']: { keys: readonly Power[]; amount: bigint } } = {
  evm: { keys: ['admin', 'minter', 'burner', 'omnibus', 'lister', 'switcher'], amount: 10n ** 21n },
  solana: { keys: ['gas'], amount: 10n ** 14n },
}

/**
 * A deployment waits for one block, on Solana for 32 more; there a transaction is valid for 150 slots, and a slow
 * machine must send it within that time. Every further block must be read by the watcher.
 */
const blocksAtOnce = { evm: 1, solana: 5 } as const

/** Does the missing steps; it can be stopped at any point and run again. */
export async function setUpUat(env: Env): Promise<void> {
  if (env.config.environment !== 'uat') return
  await env.db.exclusive('uat venues', () => onboardVenues(env))
  await env.db.tx((tx) => addToWatchlist(tx, sandboxList, env.clock.now()))
  if (env.config.devnetUrl === null) return
  await env.db.exclusive('uat set-up', async () => {
    const sites = await sitesOf(env)
    await Promise.all(sites.map((site) => setUpChain(env, site)))
    // Addresses are ready before the first deposit.
    if (env.signer !== null) await deriveAddresses.run(env)
    await fundReserve(env)
  })
}

/** The names that are refused or reviewed in UAT, so that both can be tested. */
const sandboxList: readonly WatchlistEntry[] = [
  { name: 'UAT Invalid Party Ltd', list: 'sandbox', effect: 'refuse', kind: 'company' },
  { name: 'Zarkovia Sanctioned Trading LLC', list: 'sandbox', effect: 'review', kind: 'company' },
]

const by = { actor: 'sandbox', why: 'makes prices in UAT' }

/** Each venue has an account with us for its inventory; no call is signed for it, so its key is discarded. */
async function onboardVenues(env: Env): Promise<void> {
  const registered = await venueHolders(env.db)
  for (const name of env.config.liquidity.keys()) {
    if (registered.has(name)) continue
    const { publickey, privatekey } = newPair()
    const spki = parsePublicKey(publickey)
    const venue = {
      name: `Liquidity provider ${name}`,
      spki,
      privatekey,
      kyb: 'approved',
      agreements: products,
    } as const
    const id = await onboard(env, venue, by)
    await agreeInSandbox(env, 'venue.register', { name, institutionid: id })
  }
}

type Described = { code: ChainCode; online: boolean; chainId?: number }

async function sitesOf({ config, chains: online }: Env): Promise<Site[]> {
  const response = await uatFetch(new URL('/chains', config.devnetUrl!))
  const described = (await response.json()) as Described[]
  return described
    .filter(({ code }) => online.has(code) && chains[code].family !== 'bitcoin')
    .map(({ code, chainId = 0 }) => ({
      code,
      url: new URL(`/${code}`, config.devnetUrl!).href,
      chainId,
      foreign: code === 'ETH' ? [{ asset: 'USDC', minter: privateKeyToAddress(faucetKey) }] : [],
    }))
}

async function setUpChain(env: Env, site: Site): Promise<void> {
  const { signer } = env
  if (signer === null || (await missingCoins(env, site.code, site.foreign)).length === 0) return
  const family = chains[site.code].family as keyof typeof gas
  const addresses = await recordWallets(env, signer, site.code)
  const { keys, amount } = gas[family]
  const give = (key: Power) =>
    controlChain(env, site.code, 'faucet', { address: addresses[key]!, amount: String(amount) })
  await Promise.all(keys.map(give))
  const deployed = await miningFast(env, site.code, blocksAtOnce[family], () =>
    deployCoins(env, signer, site, recordInUat),
  )
  env.log.info({ chain: site.code, deployed }, 'coins deployed')
}

const recordInUat: typeof recordContract = (env, blockchain, coin) => {
  const { asset, address } = coin
  return assets[asset].fiat === null
    ? agreeInSandbox(env, 'chain.contract', { blockchain, asset, address })
    : recordContract(env, blockchain, coin)
}

/** Mines blocks while `work` waits for them. The chain has no other user yet. */
async function miningFast<T>(env: Env, code: ChainCode, blocks: number, work: () => Promise<T>): Promise<T> {
  await controlChain(env, code, 'mine', { blocks })
  let working = true
  const result = work().finally(() => (working = false))
  while (working) {
    await Promise.race([result, sleep(50)])
    if (working) await controlChain(env, code, 'mine', { blocks })
  }
  return result
}

/** The issuer's own money: coins are issued at once as long as it covers them, and the sweep follows (L5). */
const buffer = '50000000'

async function fundReserve(env: Env): Promise<void> {
  if (env.bank === null) return
  const reserves = (await env.bank.accounts()).filter(({ purpose }) => purpose === 'reserve')
  for (const reserve of reserves) await topUp(env, reserve)
}

async function topUp(env: Env, { currency, iban }: OwnAccount): Promise<void> {
  const intent = { key: `uat:reserve:${currency}`, effect: 'uat.top_up', subject: env.ids.uuid(env.clock.now()) }
  await performOnce(env, intent, {
    send: () =>
      controlBank(env, 'wires', {
        account: iban,
        currency,
        amount: buffer,
        sendername: 'Specie Issuer',
        senderiban: env.config.issuerAccounts.find((account) => account.startsWith(iban.slice(0, 2))) ?? null,
        reference: 'RESERVE TOP-UP',
      }),
    // The UAT bank has no lookup for a wire; a second top-up after a crash would only be a larger buffer.
    lookup: async () => null,
    settle: async () => {},
  })
}

/** An effect that happens once in the life of this UAT. The caller must be the only one. */
export async function performOnce<O>(env: Env, intent: Intent, effect: Effect<O>): ReturnType<typeof performIntent> {
  if (!(await hasIntent(env.db, intent.key))) await env.db.tx((tx) => recordIntent(tx, intent, env.clock.now()))
  return performIntent(env, intent.key, effect)
}
