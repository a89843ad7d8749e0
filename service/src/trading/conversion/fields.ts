import { type AssetCode, assets, isAsset } from '@specie/protocol/assets.ts'
import type { RequestOf } from '@specie/protocol/endpoints/endpoint.ts'
import { formatMinor, parseAmount } from '@specie/protocol/money.ts'
import type { convert } from '@specie/protocol/endpoints/trading.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { Side } from '../../base/ports/venue.ts'
import { isUuid } from '../../base/ids.ts'
import { allPairs, invalidOrder, numberOf, type Pair } from '../market/pair.ts'

// The fields of `convert`, with the checks that do not depend on the current market.

/** At the current price: sells exactly `quantity` of the base, or spends `quantity` of the quote on the base. */
export type AtCurrentPrice = {
  readonly pair: Pair
  readonly side: Side
  /** In the asset that the client delivers. */
  readonly quantity: bigint
  /** In the asset that the client receives, net of the fee. */
  readonly minReceived: bigint
}

export type ConversionRequest = { readonly quoteId: string } | { readonly current: AtCurrentPrice }

type Fields = RequestOf<typeof convert>

const currentPriceFields = ['from_currency', 'to_currency', 'quantity', 'min_received'] as const

/** A firm quote, or a conversion at the current price; never both. */
export function parseConversion(fields: Fields): ConversionRequest {
  const { quoteid } = fields
  if (quoteid === undefined) return { current: currentPriceOf(fields) }
  const other = currentPriceFields.find((field) => fields[field] !== undefined)
  if (other !== undefined)
    throw badRequest(
      'quoteid',
      `A quote has its own currencies and quantity. Leave out \`${other}\`, or \`quoteid\`.`,
      other,
    )
  if (!isUuid(quoteid)) throw unknownQuote()
  return { quoteId: quoteid }
}

export const unknownQuote = (): ApiError => badRequest('unknown', 'There is no such quote.', 'quoteid')

function currentPriceOf(fields: Fields): AtCurrentPrice {
  const present = currentPriceFields.filter((field) => fields[field] !== undefined)
  if (present.length === 0)
    throw badRequest('required', `Send \`quoteid\`, or ${currentPriceFields.join(', ')}.`, 'quoteid')
  const [from, to] = [assetOf(fields, 'from_currency'), assetOf(fields, 'to_currency')]
  const [quantity, minReceived] = [needed(fields, 'quantity'), needed(fields, 'min_received')]
  const { pair, side } = pairBetween(from, to)
  const current = {
    pair,
    side,
    quantity: amountIn(from, 'quantity', quantity),
    minReceived: amountIn(to, 'min_received', minReceived),
  }
  if (side === 'Sell') assertSellable(current)
  return current
}

function needed(fields: Fields, field: (typeof currentPriceFields)[number]): string {
  const text = fields[field]
  if (text === undefined) throw badRequest('required', `\`${field}\` is missing.`, field)
  return text
}

function assetOf(fields: Fields, field: 'from_currency' | 'to_currency'): AssetCode {
  const asset = needed(fields, field)
  if (!isAsset(asset)) throw new ApiError('unknown_asset', { field, asset })
  return asset
}

function pairBetween(from: AssetCode, to: AssetCode): Pick<AtCurrentPrice, 'pair' | 'side'> {
  for (const pair of allPairs) {
    if (pair.base === from && pair.quote === to) return { pair, side: 'Sell' }
    if (pair.base === to && pair.quote === from) return { pair, side: 'Buy' }
  }
  const details = { field: 'to_currency', from_currency: from, to_currency: to }
  throw new ApiError('unknown_symbol', details, `${from} and ${to} are not a tradable pair.`)
}

const amountIn = (asset: AssetCode, field: string, text: string): bigint =>
  numberOf(field, () => parseAmount(text, asset).minor)

function assertSellable({ pair, quantity }: AtCurrentPrice): void {
  if (quantity % pair.step !== 0n) {
    throw invalidOrder('quantity', 'decimals', `\`quantity\` has at most ${pair.qtyDecimals} decimals here.`)
  }
  assertWithin(pair, quantity)
}

/** A conversion has the same limits as an order. `qty` is its quantity in the base. */
export function assertWithin({ base, minimum, maximum }: Pair, qty: bigint): void {
  if (qty >= minimum && qty <= maximum) return
  const [from, to] = [minimum, maximum].map((minor) => formatMinor(minor, assets[base].decimals))
  throw invalidOrder('quantity', 'range', `\`quantity\` must be worth ${from} to ${to} ${base}.`)
}
