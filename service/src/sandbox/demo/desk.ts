import { assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { products } from '@specie/protocol/endpoints/endpoint.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { findCredit } from '../../banking/entry/entries.ts'
import { pollBank } from '../../banking/file/poll.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { type Effect, intentsByKey, type IntentStatus } from '../../base/jobs/intents.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { depositAddressOf } from '../../chains/deposit-address/deposit-address.ts'
import { findArrival } from '../../chains/watcher/arrivals.ts'
import { watcher } from '../../chains/watcher/watcher.ts'
import { issueFromExcess } from '../../issuance/faucet.ts'
import { mintTokens } from '../../issuance/mint/request.ts'
import { availableOf } from '../../ledger/balances.ts'
import { house } from '../../ledger/house.ts'
import { venueHolders } from '../../trading/market/register-venue.ts'
import { sendFromFaucet } from '../control/deposits.ts'
import { performOnce } from './set-up.ts'
import { sendWire } from '../control/wires.ts'

// The initial inventory of the desk and the venues in UAT. Each item is delivered once, through the real flows.

type Fiat = { readonly channel: 'wire'; readonly asset: OwnAccount['currency'] }
type Coins = { readonly channel: 'faucet' | 'mint'; readonly asset: CoinCode; readonly chain: ChainCode }
type Foreign = { readonly channel: 'deposit'; readonly asset: 'USDC' | 'ETH' | 'BTC'; readonly chain: ChainCode }
/** In whole units. */
type Sized<Of> = Of & { readonly quantity: bigint }
type Item = Sized<Fiat | Coins | Foreign>

/**
 * The inventory of the house; a venue has a quarter of it. A mint takes three hours of settlement time, three minutes
 * here. The faucet's coins arrive within seconds, so that the first client can buy some.
 */
const inventory: readonly Item[] = [
  { channel: 'wire', asset: 'CHF', quantity: 40_000_000n },
  { channel: 'wire', asset: 'GBP', quantity: 40_000_000n },
  { channel: 'deposit', asset: 'USDC', chain: 'ETH', quantity: 20_000_000n },
  { channel: 'deposit', asset: 'ETH', chain: 'ETH', quantity: 2_000n },
  { channel: 'deposit', asset: 'BTC', chain: 'BTC', quantity: 100n },
  { channel: 'faucet', asset: 'VCHF', chain: 'BASE', quantity: 2_000_000n },
  { channel: 'faucet', asset: 'VGBP', chain: 'BASE', quantity: 2_000_000n },
  { channel: 'mint', asset: 'VCHF', chain: 'BASE', quantity: 15_000_000n },
  { channel: 'mint', asset: 'VGBP', chain: 'BASE', quantity: 15_000_000n },
]

export const fundDesk: Job = {
  name: 'sandbox.desk',
  everyMs: 1_000,
  applies: ({ config }) => config.deskFunding === 'on',
  run: async (env) => {
    let steps = 0
    for (const { holder, item } of await missing(env)) {
      const share = { ...item, quantity: holder === house ? item.quantity : item.quantity / 4n }
      if (await deliver(env, holder, share)) steps += 1
    }
    return steps
  },
}

/** An item that was sent without an answer is looked up after this time: by then the bank and the chain report it. */
const lookupAfterMs = 20_000

type Delivery = { holder: string; item: Item }

const keyOf = ({ holder, item: { channel, asset } }: Delivery): string => `uat:desk:${holder}:${channel}:${asset}`

/** The missing items; none when everything has arrived. */
async function missing({ db, clock }: Env): Promise<Delivery[]> {
  const holders = [house, ...(await venueHolders(db)).values()].toSorted()
  const deliveries = inventory.flatMap((item) => holders.map((holder) => ({ holder, item })))
  const intents = await intentsByKey(db, deliveries.map(keyOf))
  return deliveries.filter((delivery) => isDue(intents.get(keyOf(delivery)), clock.wall() - lookupAfterMs))
}

function isDue(intent: IntentStatus | undefined, sentBefore: number): boolean {
  if (intent === undefined || intent.state === 'recorded') return true
  return intent.state === 'sent' && intent.sent_at!.getTime() < sentBefore
}

/** True when it was delivered. */
async function deliver(env: Env, holder: string, item: Item): Promise<boolean> {
  if (!(await isPossible(env, holder, item))) return false
  const intent = { key: keyOf({ holder, item }), effect: 'uat.desk', subject: holder }
  return (await performOnce(env, intent, effectOf(env, holder, item))) === 'settled'
}

async function isPossible(env: Env, holder: string, item: Item): Promise<boolean> {
  if (item.channel === 'wire') return env.bank !== null
  if (!env.chains.has(item.chain)) return false
  // The bank reports in order: when these francs have arrived, so has the buffer of the reserve, which was wired
  // before.
  return item.channel === 'deposit' || (await availableOf(env.db, holder, assets[item.asset].fiat!)) > 0n
}

function effectOf(env: Env, holder: string, item: Item): Effect<Json> {
  if (item.channel === 'wire') return wired(env, holder, item)
  if (item.channel === 'deposit') return deposited(env, holder, item)
  return item.channel === 'mint' ? minted(env, holder, item) : issued(env, holder, item)
}

const minorOf = ({ quantity, asset }: Item): bigint => parseAmount(String(quantity), asset).minor

function wired(env: Env, institutionid: string, { asset: currency, quantity }: Sized<Fiat>): Effect<Json> {
  const endtoendid = `UAT-${currency}-${institutionid.slice(-12)}`
  return {
    send: () => sendWire(env, { institutionid, currency, amount: String(quantity), endtoendid }),
    lookup: async () => {
      await pollBank.run(env)
      return findCredit(env.db, endtoendid)
    },
    settle: async () => {},
  }
}

/** On a chain with slower blocks than this, a crash may send it twice: only more play money. */
function deposited(env: Env, holder: string, item: Sized<Foreign>): Effect<Json> {
  const { asset, chain } = item
  return {
    send: async () => {
      const { address } = await depositAddressOf(env, holder, chain)
      return {
        txid: await sendFromFaucet(env, { asset, chain, to: address, amount: minorOf(item), field: 'quantity' }),
      }
    },
    lookup: async () => {
      const { address } = await depositAddressOf(env, holder, chain)
      await watcher(chain).run(env)
      return findArrival(env.db, { chain, asset, recipient: address, amount: minorOf(item) })
    },
    settle: async () => {},
  }
}

/**
 * New coins are minted to the holder's deposit address; they are enqueued in the transaction that settles the intent.
 */
function issued(env: Env, holder: string, item: Sized<Coins>): Effect<Json> {
  const { asset, chain } = item
  return {
    send: async () => (await depositAddressOf(env, holder, chain)).address,
    lookup: async () => null,
    settle: async (tx, to) => {
      const subject = env.ids.uuid(env.clock.now())
      const amount = minorOf(item)
      await issueFromExcess(env, tx, { subject, chain, asset, to: to as string, amount, field: 'quantity' })
    },
  }
}

/** A retry gets the first answer. Its client id is the same (O2). */
function minted(env: Env, institutionId: string, { asset, chain, quantity }: Sized<Coins>): Effect<Json> {
  const by = { institutionId, actor: 'sandbox', agreements: products }
  const maximum = BigInt(env.config.supplyMaximum)
  const fields = {
    asset,
    blockchain: chain,
    quantity: String(quantity < maximum ? quantity : maximum),
    fulfilment: 'issuance' as const,
    clreqid: `uat-desk-${asset}`,
  }
  return {
    send: async () => (await mintTokens(env, by, fields)).answer.requestid,
    lookup: async () => null,
    settle: async () => {},
  }
}
