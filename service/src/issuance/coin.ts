import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { formatAmount, MoneyError, parseAmount } from '@specie/protocol/money.ts'
import type { CoinCode } from '../base/chain-port.ts'
import type { Sql } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest, unavailable } from '../base/http/errors.ts'
import type { OwnAccount } from '../base/ports.ts'

type Currency = OwnAccount['currency']

/** What a coin is redeemed in. */
export const fiatOf = (coin: CoinCode): Currency => assets[coin].fiat!

/** Minor units of a coin in one minor unit of its fiat. */
const scale = 10_000n

/** The worth of coins at par. Only whole minor units of the fiat are ever issued or redeemed, or L4 could not hold. */
export function par(quantity: bigint): bigint {
  if (quantity % scale !== 0n) throw new Error(`${quantity} minor units of a coin are no whole minor unit of its fiat`)
  return quantity / scale
}

export const coinsFor = (fiat: bigint): bigint => fiat * scale

export const coinCodes = (Object.keys(assets) as AssetCode[]).filter(isCoin)

function isCoin(symbol: string): symbol is CoinCode {
  return Object.hasOwn(assets, symbol) && assets[symbol as AssetCode].fiat !== null
}

/** What is minted or redeemed; the quantity in minor units of the coin. */
export type Coins = { asset: CoinCode; blockchain: ChainCode; quantity: bigint }

/** What a mint and a redemption are alike in. */
export type SupplyChange = Coins & {
  id: string
  institution_id: string
  clreqid: string | null
  /** Our fee, in minor units of the coin's own fiat. */
  charge: bigint
  /** Why it failed or went another way. */
  reason: string | null
  /** Settlement time at which it was asked for. */
  asked_settlement: Date
  /** When the chain had it finally and the ledger followed. */
  booked_at: Date | null
  settled_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The coins that a request names, if we issue them there. */
export async function coinsOf(env: Env, ask: { [field in keyof Coins]: string }): Promise<Coins> {
  const asset = coinOf(ask.asset)
  const blockchain = await carrierOf(env, asset, ask.blockchain)
  return { asset, blockchain, quantity: quantityOf(env, ask.quantity, asset) }
}

function coinOf(symbol: string): CoinCode {
  if (isCoin(symbol)) return symbol
  const message = `Only ${coinCodes.join(' and ')} are issued and redeemed.`
  throw new ApiError('unknown_asset', { field: 'asset', asset: symbol }, message)
}

/** The chain, when it carries the coin and is there to be used. */
async function carrierOf(env: Env, coin: CoinCode, blockchain: string): Promise<ChainCode> {
  const carrier = assets[coin].blockchains.find((one) => one.blockchain === blockchain)?.blockchain
  if (carrier === undefined) throw new ApiError('unknown_blockchain', { field: 'blockchain', blockchain })
  if (!(await isOnline(env, coin, carrier))) throw unavailable(`${carrier} cannot be reached at this moment.`)
  return carrier
}

async function isOnline(env: Env, coin: CoinCode, chain: ChainCode): Promise<boolean> {
  if (!env.chains.has(chain)) return false
  const rows = await env.db.query('select 1 from chains.contract where chain = $1 and asset = $2', [chain, coin])
  return rows.length > 0
}

function quantityOf(env: Env, text: string, coin: CoinCode): bigint {
  const minor = coinsFor(inFiat(text, coin))
  if (minor === 0n) throw badRequest('positive', 'The quantity is zero.', 'quantity')
  const most = BigInt(env.config.supplyMaximum) * 10n ** BigInt(assets[coin].decimals)
  if (minor <= most) return minor
  throw new ApiError('max_amount_exceeded', { maximum: formatAmount({ asset: coin, minor: most }) })
}

function inFiat(text: string, coin: CoinCode): bigint {
  try {
    return parseAmount(text, fiatOf(coin)).minor
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    const message = error.rule === 'decimals' ? `Too fine: ${coin} moves in steps of 0.01.` : error.message
    throw badRequest(error.rule, message, 'quantity')
  }
}

/** Basis points of an amount; part of a minor unit counts as one. */
export const chargeOf = (amount: bigint, bps: number): bigint => (amount * BigInt(bps) + 9_999n) / 10_000n

/** Where the coins of the Platform lie on a chain. */
export async function omnibusAddress(sql: Sql, chain: ChainCode): Promise<string> {
  const [wallet] = await sql.query<{ address: string }>(
    `select address from chains.wallet where chain = $1 and key = 'omnibus'`,
    [chain],
  )
  if (!wallet) throw unavailable(`${chain} has no wallet of ours yet.`)
  return wallet.address
}

/**
 * What the omnibus wallet can give on a chain. The ledger's balance of it holds more: what still lies at deposit
 * addresses, what is on its way out, and what withdrawals that have yet to leave were promised.
 */
export async function spareOnChain(sql: Sql, chain: ChainCode, asset: CoinCode): Promise<bigint> {
  const [row] = await sql.query<{ spare: bigint }>(
    `select coalesce((select balance from ledger.account
         where pool = 'client' and name = 'omnibus' and owner = $1 and asset = $2), 0)
       - coalesce((select sum(amount) from chains.operation where chain = $1 and asset = $2
           and kind in ('transfer', 'burn') and (state in ('queued', 'working') or state = 'final' and unread)), 0)
       - coalesce((select sum(quantity) from transfers.deposit where blockchain = $1 and asset = $2
           and collected_at is null and source is not null and state not in ('seen', 'confirming', 'orphaned')), 0)
       - coalesce((select sum(quantity) from transfers.withdrawal where blockchain = $1 and asset = $2
           and state in ('requested', 'screening', 'travel_rule', 'held', 'approved')), 0) as spare`,
    [chain, asset],
  )
  return row!.spare
}
