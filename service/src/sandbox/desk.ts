import { assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { products } from '@specie/protocol/endpoint.ts'
import type { Json } from '@specie/protocol/json.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { pollBank } from '../banking/file/poll.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import type { Env } from '../base/env.ts'
import type { Effect } from '../base/jobs/intents.ts'
import type { Job } from '../base/jobs/runner.ts'
import type { OwnAccount } from '../base/ports/ports.ts'
import { depositAddressOf } from '../chains/deposit-address/deposit-address.ts'
import { watcher } from '../chains/watcher/watcher.ts'
import { issueFromExcess } from '../issuance/faucet.ts'
import { mintTokens } from '../issuance/mint/request.ts'
import { availableOf } from '../ledger/balances.ts'
import { house } from '../ledger/house.ts'
import { give } from './deposits.ts'
import { onceEver } from './set-up.ts'
import { sendWire } from './wires.ts'

// What those who make prices in UAT begin with: each part comes once, through the real flows.

type Fiat = { readonly way: 'wire'; readonly asset: OwnAccount['currency'] }
type Coins = { readonly way: 'faucet' | 'mint'; readonly asset: CoinCode; readonly chain: ChainCode }
type Foreign = { readonly way: 'deposit'; readonly asset: 'USDC' | 'ETH' | 'BTC'; readonly chain: ChainCode }
/** In whole units. */
type Sized<Of> = Of & { readonly quantity: bigint }
type Item = Sized<Fiat | Coins | Foreign>

/**
 * The house's; a venue has a quarter of it. A mint takes three hours of settlement time, three minutes here: the faucet's
 * coins are there within seconds, so that whoever comes first can buy some.
 */
const inventory: readonly Item[] = [
  { way: 'wire', asset: 'CHF', quantity: 40_000_000n },
  { way: 'wire', asset: 'GBP', quantity: 40_000_000n },
  { way: 'deposit', asset: 'USDC', chain: 'ETH', quantity: 20_000_000n },
  { way: 'deposit', asset: 'ETH', chain: 'ETH', quantity: 2_000n },
  { way: 'deposit', asset: 'BTC', chain: 'BTC', quantity: 100n },
  { way: 'faucet', asset: 'VCHF', chain: 'BASE', quantity: 2_000_000n },
  { way: 'faucet', asset: 'VGBP', chain: 'BASE', quantity: 2_000_000n },
  { way: 'mint', asset: 'VCHF', chain: 'BASE', quantity: 15_000_000n },
  { way: 'mint', asset: 'VGBP', chain: 'BASE', quantity: 15_000_000n },
]

const nameOf = ({ way, asset }: Item): string => `${way}:${asset}`
const items = new Map(inventory.map((item) => [nameOf(item), item]))

export const fundDesk: Job = {
  name: 'uat.desk',
  everyMs: 1_000,
  applies: ({ config }) => config.deskFunding === 'on',
  run: async (env) => {
    let steps = 0
    for (const { holder, name } of await missing(env)) {
      const item = items.get(name)!
      const share = { ...item, quantity: holder === house ? item.quantity : item.quantity / 4n }
      if (await bring(env, holder, share)) steps += 1
    }
    return steps
  },
}

/** What was sent and never answered for is looked up after this: by then the bank and the chain tell of it. */
const patienceMs = 20_000

const prefix = 'uat:desk:'

/** What has yet to be brought, and to whom. Nothing, once all is there. */
function missing(env: Env): Promise<{ holder: string; name: string }[]> {
  return env.db.query(
    `select holder, name from (select $1::uuid union all select institution_id from trading.venue) h (holder)
       cross join unnest($2::text[]) with ordinality item (name, n)
       left join lateral (
         select * from work.intent where key = $3 || holder || ':' || name limit 1) intent on true
     where key is null or state = 'recorded' or state = 'sent' and sent_at < $4
     order by n, holder`,
    [house, [...items.keys()], prefix, new Date(env.clock.wall() - patienceMs)],
  )
}

/** True when it has been brought. */
async function bring(env: Env, holder: string, item: Item): Promise<boolean> {
  if (!(await isPossible(env, holder, item))) return false
  const intent = { key: `${prefix}${holder}:${nameOf(item)}`, effect: fundDesk.name, subject: holder }
  return (await onceEver(env, intent, effectOf(env, holder, item))) === 'settled'
}

async function isPossible(env: Env, holder: string, item: Item): Promise<boolean> {
  if (item.way === 'wire') return env.bank !== null
  if (!env.chains.has(item.chain)) return false
  // The bank tells in order: when these francs are there, so is the buffer of the reserve, which was wired before them.
  return item.way === 'deposit' || (await availableOf(env.db, holder, assets[item.asset].fiat!)) > 0n
}

function effectOf(env: Env, holder: string, item: Item): Effect<Json> {
  if (item.way === 'wire') return wired(env, holder, item)
  if (item.way === 'deposit') return deposited(env, holder, item)
  return item.way === 'mint' ? minted(env, holder, item) : issued(env, holder, item)
}

const minorOf = ({ quantity, asset }: Item): bigint => parseAmount(String(quantity), asset).minor

function wired(env: Env, institutionid: string, { asset: currency, quantity }: Sized<Fiat>): Effect<Json> {
  const endtoendid = `UAT-${currency}-${institutionid.slice(-12)}`
  return {
    send: () => sendWire(env, { institutionid, currency, amount: String(quantity), endtoendid }),
    lookup: async () => {
      await pollBank.run(env)
      const [found] = await env.db.query<{ bankref: string }>(
        `select bankref from banking.entry where end_to_end_id = $1 and direction = 'credit'
           and account = any(array(select iban from banking.bank_account))`,
        [endtoendid],
      )
      return found ?? null
    },
    settle: async () => {},
  }
}

/** On a chain that takes longer than our patience for a block, a crash may send it twice: more play money, no more. */
function deposited(env: Env, holder: string, item: Sized<Foreign>): Effect<Json> {
  const { asset, chain } = item
  return {
    send: async () => {
      const { address } = await depositAddressOf(env, holder, chain)
      return { txid: await give(env, { asset, chain, to: address, amount: minorOf(item), field: 'quantity' }) }
    },
    lookup: async () => {
      const { address } = await depositAddressOf(env, holder, chain)
      await watcher(chain).run(env)
      const [found] = await env.db.query<{ txid: string }>(
        `select txid from chains.movement
         where chain = $1 and asset = $2 and recipient = $3 and amount = $4 and state <> 'orphaned' limit 1`,
        [chain, asset, address, minorOf(item)],
      )
      return found ?? null
    },
    settle: async () => {},
  }
}

/** New coins come to the holder's deposit address; they are put in line in the transaction that closes the intent. */
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

/** A repeat is told the first answer: its client id is the same (O2). */
function minted(env: Env, institutionId: string, { asset, chain, quantity }: Sized<Coins>): Effect<Json> {
  const by = { institutionId, actor: 'sandbox', agreements: products }
  const most = BigInt(env.config.supplyMaximum)
  const ask = {
    asset,
    blockchain: chain,
    quantity: String(quantity < most ? quantity : most),
    fulfilment: 'issuance' as const,
    clreqid: `uat-desk-${asset}`,
  }
  return {
    send: async () => (await mintTokens(env, by, ask)).answer.requestid,
    lookup: async () => null,
    settle: async () => {},
  }
}
