import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { formatMinor, parseAmount, parsePrice } from '@specie/protocol/money.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Side } from '../../base/ports/venue.ts'
import { readField } from '../../base/http/read-field.ts'
import { chargeOf } from '../../ledger/coin.ts'

/**
 * A tradable pair with its terms as integers: quantities in minor units of the base, prices in units of the last
 * decimal.
 */
export type Pair = {
  readonly symbol: string
  readonly base: AssetCode
  readonly quote: AssetCode
  readonly minimum: bigint
  readonly maximum: bigint
  /** The step of an order's quantity. */
  readonly step: bigint
  readonly qtyDecimals: number
  readonly priceDecimals: number
  readonly bandBps: bigint
  readonly feeBps: bigint
  /** The price at which a coin is issued and redeemed in its own fiat; null for other pairs. */
  readonly par: bigint | null
  /** quantity × price = amount × up / down. */
  readonly up: bigint
  readonly down: bigint
}

const tradable: ReadonlyMap<string, Pair> = new Map(
  pairs.map(({ symbol, base, quote, qty_decimals, price_decimals, ...terms }) => {
    const scale = assets[base].decimals + price_decimals - assets[quote].decimals
    return [
      symbol,
      {
        symbol,
        base,
        quote,
        minimum: parseAmount(terms.min_order_size, base).minor,
        maximum: parseAmount(terms.max_order_size, base).minor,
        step: 10n ** BigInt(assets[base].decimals - qty_decimals),
        qtyDecimals: qty_decimals,
        priceDecimals: price_decimals,
        bandBps: BigInt(terms.price_band_bps),
        feeBps: BigInt(terms.fee_bps),
        par: assets[base].fiat === quote ? 10n ** BigInt(price_decimals) : null,
        up: 10n ** BigInt(Math.max(0, -scale)),
        down: 10n ** BigInt(Math.max(0, scale)),
      },
    ]
  }),
)

export const allPairs: readonly Pair[] = [...tradable.values()]

export function pairOf(symbol: string): Pair {
  const pair = tradable.get(symbol)
  if (!pair) throw new ApiError('unknown_symbol', { field: 'symbol', symbol })
  return pair
}

/** The maximum of an order, a quote or a conversion. */
export const orderMaximum = ({ base: asset, maximum }: Pair): LimitLeft => ({
  limit: 'order_maximum',
  asset,
  left: formatMinor(maximum, assets[asset].decimals),
  resets_at: null,
})

/** The house's fee for an exchange of this amount, rounded up to a whole minor unit. */
export const feeOf = ({ feeBps }: Pair, amount: bigint): bigint => chargeOf(amount, feeBps)

/** An order, checked against the pair's terms. */
export type Order = { readonly pair: Pair; readonly side: Side; readonly qty: bigint; readonly price: bigint }

export const invalidOrder = (field: string, rule: string, message: string): ApiError =>
  new ApiError('invalid_order', { field, rule }, message)

export function sideOf(text: string): Side {
  if (text === 'Buy' || text === 'Sell') return text
  throw invalidOrder('side', 'enum', 'Send Buy or Sell as `side`.')
}

export function quantityOf(pair: Pair, text: string): bigint {
  const { base, minimum, maximum, step, qtyDecimals } = pair
  const qty = numberOf('orderqty', () => parseAmount(text, base).minor)
  if (qty % step !== 0n)
    throw invalidOrder('orderqty', 'decimals', `\`orderqty\` has at most ${qtyDecimals} decimals here.`)
  if (qty >= minimum && qty <= maximum) return qty
  const bounds = [minimum, maximum].map((minor) => formatMinor(minor, assets[base].decimals))
  throw invalidOrder('orderqty', 'range', `\`orderqty\` must be from ${bounds[0]} to ${bounds[1]} ${base}.`)
}

export function priceOf({ base, quote, priceDecimals }: Pair, text: string): bigint {
  const price = numberOf('price', () => parsePrice(text, base, quote, priceDecimals).units)
  if (price > 0n) return price
  throw invalidOrder('price', 'positive', '`price` must be above zero.')
}

/** A number of an order, or the refusal that names its field. */
export const numberOf = (field: string, read: () => bigint): bigint =>
  readField(field, read, (rule, message) => invalidOrder(field, rule, `\`${field}\`: ${message}`))
