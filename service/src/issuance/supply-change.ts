import { assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest, unavailable } from '../base/http/errors.ts'
import { unknownBlockchain } from '../base/http/unknown-blockchain.ts'
import { isOnline } from '../chains/online.ts'
import { coinCodes, coinsFor, fiatOf, isCoin } from '../ledger/coin.ts'
import { readField } from '../base/http/read-field.ts'

/** The coins of a mint or a redemption; the quantity in minor units of the coin. */
export type Coins = { asset: CoinCode; blockchain: ChainCode; quantity: bigint }

/** The fields that mints and redemptions have in common. */
export type SupplyChange = Coins & {
  id: string
  institution_id: string
  clreqid: string | null
  /** Our fee, in minor units of the coin's own fiat. */
  charge: bigint
  /** Why it failed or was changed. */
  reason: string | null
  /** The settlement time of the request. */
  asked_settlement: Date
  /** When the operation was final on the chain, and booked. */
  booked_at: Date | null
  settled_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The coins of a request, if we issue them on that chain. */
export async function coinsOf(env: Env, request: { [field in keyof Coins]: string }): Promise<Coins> {
  const asset = coinOf(request.asset)
  const blockchain = await chainFor(env, asset, request.blockchain)
  return { asset, blockchain, quantity: quantityOf(env, request.quantity, asset) }
}

export function coinOf(symbol: string): CoinCode {
  if (isCoin(symbol)) return symbol
  const message = `Only ${coinCodes.join(' and ')} are issued and redeemed.`
  throw new ApiError('unknown_asset', { field: 'asset', asset: symbol }, message)
}

/** The chain, if the coin is issued on it and it can be used now. */
async function chainFor(env: Env, coin: CoinCode, blockchain: string): Promise<ChainCode> {
  const chain = assets[coin].blockchains.find((one) => one.blockchain === blockchain)?.blockchain
  if (chain === undefined) throw unknownBlockchain(coin, blockchain)
  if (!(await isOnline(env, coin, chain))) throw unavailable(`${chain} cannot be reached at this moment.`)
  return chain
}

function quantityOf(env: Env, text: string, coin: CoinCode): bigint {
  const minor = coinsFor(inFiat(text, coin))
  if (minor === 0n) throw badRequest('positive', 'The quantity must be above zero.', 'quantity')
  const maximum = maximumOf(env, coin)
  if (minor <= maximum) return minor
  throw new ApiError('max_amount_exceeded', { maximum: formatAmount({ asset: coin, minor: maximum }) })
}

const maximumOf = ({ config }: Pick<Env, 'config'>, coin: CoinCode): bigint =>
  BigInt(config.supplyMaximum) * 10n ** BigInt(assets[coin].decimals)

/** The maximum of a single mint or redemption. */
export const operationMaximum = (env: Pick<Env, 'config'>, coin: CoinCode): LimitLeft => ({
  limit: 'operation_maximum',
  asset: coin,
  left: formatAmount({ asset: coin, minor: maximumOf(env, coin) }),
  resets_at: null,
})

const inFiat = (text: string, coin: CoinCode): bigint =>
  readField(
    'quantity',
    () => parseAmount(text, fiatOf(coin)).minor,
    (rule, message, field) =>
      badRequest(rule, rule === 'decimals' ? `A quantity of ${coin} has at most two decimals.` : message, field),
  )
