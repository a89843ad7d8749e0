import { assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { formatAmount, MoneyError, parseAmount } from '@specie/protocol/money.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest, unavailable } from '../base/http/errors.ts'
import { coinCodes, coinsFor, fiatOf, isCoin, isOnline } from '../treasury/coin.ts'

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

function quantityOf(env: Env, text: string, coin: CoinCode): bigint {
  const minor = coinsFor(inFiat(text, coin))
  if (minor === 0n) throw badRequest('positive', 'The quantity is zero.', 'quantity')
  const most = mostOf(env, coin)
  if (minor <= most) return minor
  throw new ApiError('max_amount_exceeded', { maximum: formatAmount({ asset: coin, minor: most }) })
}

const mostOf = ({ config }: Pick<Env, 'config'>, coin: CoinCode): bigint =>
  BigInt(config.supplyMaximum) * 10n ** BigInt(assets[coin].decimals)

/** The most that is minted or redeemed at once. */
export const operationMaximum = (env: Pick<Env, 'config'>, coin: CoinCode): LimitLeft => ({
  limit: 'operation_maximum',
  asset: coin,
  left: formatAmount({ asset: coin, minor: mostOf(env, coin) }),
  resets_at: null,
})

function inFiat(text: string, coin: CoinCode): bigint {
  try {
    return parseAmount(text, fiatOf(coin)).minor
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    const message = error.rule === 'decimals' ? `Too fine: ${coin} moves in steps of 0.01.` : error.message
    throw badRequest(error.rule, message, 'quantity')
  }
}
