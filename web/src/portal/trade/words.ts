import { shortText, priceText, withinLimit, type Fields, type Ladder, type Pair } from '../../shared/prices/figures.ts'

/** The reason of a rejection with its cure. */
export function rejection(code: string | null, pair: Pair, fields: Fields | null, ladder: Ladder | undefined): string {
  const paid = fields?.side === 'Sell' ? pair.base : pair.quote
  const best = fields && ladder && (fields.side === 'Buy' ? ladder.asks[0] : ladder.bids[0])
  switch (code) {
    case 'fok_not_fillable':
      return fields && ladder
        ? `Only ${shortText(withinLimit(pair, ladder, fields))} ${pair.base} are within your limit. Lower the quantity, or move the limit.`
        : 'The order book did not have the full quantity within the limit. Lower the quantity, or move the limit.'
    case 'non_marketable_limit_price':
      return best
        ? `The limit does not reach the market. The best price is ${priceText(best.price, pair.price_decimals)}.`
        : 'The limit did not reach the market. Move it to the best price or beyond.'
    case 'limit_too_far_from_market_price':
      return `The limit is more than ${pair.price_band_bps / 100} % away from the market. Check it for a typing error.`
    case 'insufficient_balance':
      return `Your ${paid} balance does not cover it. Lower the quantity, or pay in.`
    case 'limit_exceeded':
      return 'It would exceed a limit of your company. What is left is under Company, Limits.'
    case 'pair_offline':
      return `${pair.symbol} is not trading now. Try again later.`
    default:
      return 'The order could not be filled. Check the prices and try again.'
  }
}

/** «buy», «bought». */
export const bought = (side: string): string => (side === 'Buy' ? 'bought' : 'sold')

/** The reason in a few words, for a table. */
export const shortRejection = (code: string | null): string =>
  ({
    fok_not_fillable: 'not enough within the limit',
    non_marketable_limit_price: 'limit did not reach the market',
    limit_too_far_from_market_price: 'limit too far from the market',
    insufficient_balance: 'balance too low',
    limit_exceeded: 'above a limit of your company',
    pair_offline: 'pair not traded',
  })[code ?? ''] ?? 'rejected'
