import { formatAmount, formatMinor } from '@specie/protocol/money.ts'
import { shortId } from '../machine.ts'
import type { Ladder, Level } from './ladder.ts'
import type { Pair } from './terms.ts'

/** `Buy` takes an ask. The side is the customer's. */
export type Side = 'Buy' | 'Sell'

export type Quote = {
  readonly symbol: string
  readonly side: Side
  readonly price: bigint
  /** Wall time in milliseconds. */
  readonly expires: number
  /** The remaining quantity. */
  left: bigint
}

/** The lifetime of a quote. A customer that misses one message can still trade on the previous one. */
const holdsMs = 2_500

export type Quotes = ReturnType<typeof newQuotes>

/**
 * The current firm quotes, in memory only. After a restart earlier quotes are unknown, and executions of them are
 * killed.
 */
export function newQuotes() {
  const live = new Map<string, Quote>()
  const series = shortId()
  let count = 0

  function forgetExpired(now: number): void {
    for (const [id, { expires }] of live) {
      if (now <= expires) return
      live.delete(id)
    }
  }

  function issue(pair: Pair, side: Side, expires: number, { price, qty }: Level): [string, string, string] {
    const id = `${series}-${(count += 1)}`
    live.set(id, { symbol: pair.symbol, side, price, expires, left: qty })
    return [id, formatMinor(price, pair.price_decimals), formatAmount({ asset: pair.base, minor: qty })]
  }

  return {
    /** New quotes, in wire format. */
    message: (ladders: readonly (readonly [Pair, Ladder])[], now: number) => {
      forgetExpired(now)
      const expires = now + holdsMs
      return {
        at: new Date(now).toISOString(),
        expires_at: new Date(expires).toISOString(),
        ladders: ladders.map(([pair, { bids, asks }]) => ({
          symbol: pair.symbol,
          bids: bids.map((level) => issue(pair, 'Sell', expires, level)),
          asks: asks.map((level) => issue(pair, 'Buy', expires, level)),
        })),
      }
    },
    /** Null for an unknown or expired quote. */
    find: (id: string, now: number): Quote | null => {
      const quote = live.get(id)
      return quote && now <= quote.expires ? quote : null
    },
  }
}
