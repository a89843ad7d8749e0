import { formatMinor } from '@specie/protocol/money.ts'
import { type Span, spans } from '@specie/protocol/portal/price-spans.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { allPairs, pairOf } from './pair.ts'
import { shownMarkets } from './quotes.ts'

// The best prices of the last 30 days, for charts (ADR 59). They decide nothing.

const minuteMs = 60_000
const retentionMs = spans['30d'].minutes * minuteMs

/** Stores the first prices of each minute. A pair without both sides leaves a gap. */
export const recordPrices: Job = {
  name: 'trading.prices',
  // More often than once a minute, so that no minute is missed.
  everyMs: 20_000,
  run: async (env) => {
    const marketOf = await shownMarkets(env)
    const best = allPairs.flatMap((pair) => {
      const { bids, asks } = marketOf(pair)
      return bids[0] && asks[0] ? [{ symbol: pair.symbol, bid: bids[0].price, ask: asks[0].price }] : []
    })
    await env.db.query(
      `insert into trading.price (symbol, minute, bid, ask)
       select symbol, date_trunc('minute', $4::timestamptz), bid, ask
       from unnest($1::text[], $2::numeric[], $3::numeric[]) now (symbol, bid, ask)
       on conflict do nothing`,
      [best.map(({ symbol }) => symbol), best.map(({ bid }) => bid), best.map(({ ask }) => ask), env.clock.now()],
    )
    return 0
  },
}

export const deleteOldPrices: Job = {
  name: 'trading.old-prices',
  everyMs: 3_600_000,
  run: async ({ db, clock }) => {
    // The pairs are named so that the rows are found by their key.
    await db.query('delete from trading.price where symbol = any($1) and minute < $2', [
      allPairs.map(({ symbol }) => symbol),
      new Date(clock.wall() - retentionMs),
    ])
    return 0
  },
}

type Row = { at: Date; bid: bigint; ask: bigint }

/** The first prices of each step of the span, dated by their own minute, oldest first. */
export async function priceHistory({ db, clock }: Env, symbol: string, span: Span) {
  const pair = pairOf(symbol)
  const { minutes, step } = spans[span]
  const rows = await db.query<Row>(
    `select distinct on (date_bin($3, minute, 'epoch')) minute as at, bid, ask from trading.price
     where symbol = $1 and minute > $2 order by date_bin($3, minute, 'epoch'), minute`,
    [symbol, new Date(clock.wall() - minutes * minuteMs), `${step} minutes`],
  )
  const price = (units: bigint) => formatMinor(units, pair.priceDecimals)
  const prices = rows.map(({ at, bid, ask }) => ({ at: at.toISOString(), bid: price(bid), ask: price(ask) }))
  return { symbol, step_seconds: step * 60, prices }
}
