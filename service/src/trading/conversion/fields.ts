import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { RequestOf } from '@specie/protocol/endpoint.ts'
import { formatMinor, MoneyError, parseAmount } from '@specie/protocol/money.ts'
import type { convert } from '@specie/protocol/trading.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { Side } from '../../base/ports/venue.ts'
import { isUuid } from '../../base/ids.ts'
import { allPairs, type Pair } from '../market/pair.ts'

// What a client may ask `convert` for, as far as it does not depend on the moment.

/** At the price of the moment: sells exactly `quantity` of the base, or buys what at most `quantity` of the quote pays for. */
export type Wish = {
  readonly pair: Pair
  readonly side: Side
  /** Of what the client gives. */
  readonly quantity: bigint
  /** Of what it gets, net of the fee. */
  readonly least: bigint
}

export type Ask = { readonly quoteId: string } | { readonly wish: Wish }

type Fields = RequestOf<typeof convert>

const wishFields = ['from_currency', 'to_currency', 'quantity', 'min_received'] as const

/** A firm quote, or a wish: never both. */
export function askOf(fields: Fields): Ask {
  const { quoteid } = fields
  if (quoteid === undefined) return { wish: wishOf(fields) }
  const other = wishFields.find((field) => fields[field] !== undefined)
  if (other !== undefined)
    throw badRequest('quoteid', `A quote says it all: leave out \`${other}\`, or \`quoteid\`.`, other)
  if (!isUuid(quoteid)) throw unknownQuote()
  return { quoteId: quoteid.toLowerCase() }
}

export const unknownQuote = (): ApiError => badRequest('unknown', 'There is no such quote.', 'quoteid')

function wishOf(fields: Fields): Wish {
  const given = wishFields.filter((field) => fields[field] !== undefined)
  if (given.length === 0) throw badRequest('required', `Send \`quoteid\`, or ${wishFields.join(', ')}.`, 'quoteid')
  const [from, to] = [assetOf(fields, 'from_currency'), assetOf(fields, 'to_currency')]
  const [quantity, least] = [needed(fields, 'quantity'), needed(fields, 'min_received')]
  const { pair, side } = pairBetween(from, to)
  const wish = {
    pair,
    side,
    quantity: amountIn(from, 'quantity', quantity),
    least: amountIn(to, 'min_received', least),
  }
  if (side === 'Sell') assertSellable(wish)
  return wish
}

function needed(fields: Fields, field: (typeof wishFields)[number]): string {
  const text = fields[field]
  if (text === undefined) throw badRequest('required', `\`${field}\` is missing.`, field)
  return text
}

function assetOf(fields: Fields, field: 'from_currency' | 'to_currency'): AssetCode {
  const asset = needed(fields, field)
  if (!Object.hasOwn(assets, asset)) throw new ApiError('unknown_asset', { field, asset })
  return asset as AssetCode
}

function pairBetween(from: AssetCode, to: AssetCode): Pick<Wish, 'pair' | 'side'> {
  for (const pair of allPairs) {
    if (pair.base === from && pair.quote === to) return { pair, side: 'Sell' }
    if (pair.base === to && pair.quote === from) return { pair, side: 'Buy' }
  }
  const details = { field: 'to_currency', from_currency: from, to_currency: to }
  throw new ApiError('unknown_symbol', details, `${from} and ${to} are not a tradable pair.`)
}

const invalid = (field: string, rule: string, message: string): ApiError =>
  new ApiError('invalid_order', { field, rule }, message)

function amountIn(asset: AssetCode, field: string, text: string): bigint {
  try {
    return parseAmount(text, asset).minor
  } catch (error) {
    if (error instanceof MoneyError) throw invalid(field, error.rule, `\`${field}\`: ${error.message}`)
    throw error
  }
}

function assertSellable({ pair, quantity }: Wish): void {
  if (quantity % pair.step !== 0n) {
    throw invalid('quantity', 'decimals', `\`quantity\` has at most ${pair.qtyDecimals} decimals here.`)
  }
  assertWithin(pair, quantity)
}

/** A conversion is as small and as large as an order. `qty` is what it comes to in the base. */
export function assertWithin({ base, least, most }: Pair, qty: bigint): void {
  if (qty >= least && qty <= most) return
  const [from, to] = [least, most].map((minor) => formatMinor(minor, assets[base].decimals))
  throw invalid('quantity', 'range', `\`quantity\` comes to less than ${from} or more than ${to} ${base}.`)
}
