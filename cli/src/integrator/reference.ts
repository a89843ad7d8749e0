import { setTimeout as sleep } from 'node:timers/promises'
import { getAssets, getStatus, getTradingPairs } from '@specie/protocol/endpoints/public.ts'
import { getReserves } from '@specie/protocol/endpoints/supply.ts'
import { getQuotes } from '@specie/protocol/endpoints/trading.ts'
import type { Client } from '@specie/sdk/client.ts'
import type { Env } from '../env.ts'
import { Misuse } from '../errors.ts'
import { table } from '../show.ts'
import { overApi } from './over-api.ts'

// Public calls.

export const assets = overApi(getAssets, {
  does: 'list assets, with their chains and limits',
  examples: ['', '--json'],
  show: ({ assets }) =>
    table(
      assets.map(({ blockchains, ...asset }) => ({
        ...asset,
        chains: blockchains.map(({ blockchain }) => blockchain),
        min_mint: asset.min_mint === null ? null : `${asset.min_mint} ${asset.min_mint_currency}`,
      })),
      ['symbol', 'type', 'decimals', 'min_mint', 'min_redeem', 'name', 'chains'],
    ),
})

export const pairs = overApi(getTradingPairs, {
  does: 'list the traded pairs',
  examples: ['', '--status online'],
  show: ({ pairs }) =>
    table(pairs, ['symbol', 'status', 'min_order_size', 'max_order_size', 'qty_decimals', 'price_decimals', 'fee_bps']),
})

export const quotes = overApi(getQuotes, {
  words: { '[SYMBOL]': 'symbol' },
  does: 'show the best prices',
  more: {
    watch: { does: 'repeat until interrupted' },
    every: { value: 'SECONDS', does: 'interval of --watch: 2 by default' },
  },
  examples: ['', 'VCHF/CHF --watch'],
  show: ({ quotes }) =>
    table(
      quotes.map(({ symbol, b, a, timestamp }) => ({
        symbol,
        bid: b?.[0] ?? null,
        bid_qty: b?.[1] ?? null,
        ask: a?.[0] ?? null,
        ask_qty: a?.[1] ?? null,
        at: timestamp.slice(11, 19),
      })),
      ['symbol', 'bid', 'bid_qty', 'ask', 'ask_qty', 'at'],
    ),
  instead: (env, client, { symbol }, { watch, every, json }) =>
    watch === true ? watchQuotes(env, client, symbol as string | undefined, secondsOf(every), json === true) : null,
})

function secondsOf(every: unknown): number {
  const seconds = Number(every ?? 2)
  if (seconds >= 1) return seconds
  throw new Misuse('--every takes a number of seconds, 1 or more.')
}

async function watchQuotes(
  env: Env,
  client: Client,
  symbol: string | undefined,
  seconds: number,
  asJson: boolean,
): Promise<number> {
  const side = (level: string[] | null) => (level?.join(' × ') ?? '-').padEnd(24)
  for (;;) {
    for (const quote of (await client.getQuotes({ symbol })).quotes) {
      const { symbol: pair, b, a, timestamp } = quote
      const line = `${timestamp.slice(11, 19)}  ${pair.padEnd(10)}  ${side(b)}${side(a)}`.trimEnd()
      env.print(asJson ? JSON.stringify(quote) : line)
    }
    await sleep(seconds * 1_000)
  }
}

export const reserves = overApi(getReserves, {
  does: 'show the reserves behind the coins; with --json by chain and bank',
  examples: ['', '--json'],
  show: ({ assets }) =>
    table(
      assets.map(({ backing, ...coin }) => ({
        ...coin,
        for_holders: backing.for_holders,
        under_way: backing.under_way,
      })),
      ['asset', 'circulating', 'for_holders', 'under_way', 'coverage', 'as_of'],
    ),
})

export const status = overApi(getStatus, {
  does: 'show the status of the service, its components and its chains; exit code 1 when it is degraded',
  examples: ['', '--json'],
  show: ({ environment, version, status, services, blockchains }) =>
    [
      `${environment}, version ${version}: ${status}`,
      table(
        [
          ...services.map(({ service, ...one }) => ({ part: service, ...one })),
          ...blockchains.map(({ blockchain, ...one }) => ({ part: blockchain, ...one })),
        ],
        ['part', 'status', 'notice'],
      ),
    ].join('\n'),
  exitCode: ({ status }) => (status === 'online' ? 0 : 1),
})
