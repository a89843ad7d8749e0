import { setTimeout as sleep } from 'node:timers/promises'
import { getAssets, getStatus, getTradingPairs } from '@specie/protocol/public.ts'
import { getReserves } from '@specie/protocol/supply.ts'
import { getQuotes } from '@specie/protocol/trading.ts'
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
  does: 'list the pairs that can be traded',
  examples: ['', '--status online'],
  show: ({ pairs }) =>
    table(pairs, ['symbol', 'status', 'min_order_size', 'max_order_size', 'qty_decimals', 'price_decimals', 'fee_bps']),
})

export const quotes = overApi(getQuotes, {
  words: { '[SYMBOL]': 'symbol' },
  does: 'show the best prices',
  more: {
    watch: { does: 'again and again, until it is stopped' },
    every: { value: 'SECONDS', does: 'how often with --watch: 2 by default' },
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
  then: async (env, client, { quotes: first }, given) => {
    const symbol = first.length === 1 ? first[0]!.symbol : undefined
    while (given['watch'] === true) {
      await sleep(Math.max(1, Number(given['every'] ?? 2)) * 1_000)
      for (const { symbol: pair, b, a, timestamp } of (await client.getQuotes({ symbol })).quotes)
        env.print(
          given['json'] === true
            ? JSON.stringify({ symbol: pair, b, a, timestamp })
            : `${timestamp.slice(11, 19)}  ${pair.padEnd(10)} ${b?.join(' × ') ?? '-'}  ${a?.join(' × ') ?? '-'}`,
        )
    }
    return 0
  },
})

export const reserves = overApi(getReserves, {
  does: 'show what backs the coins',
  examples: ['', '--json'],
  show: (answer) => reservesText(answer),
})

const reservesText = (answer: object): string =>
  Object.entries(answer)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`)
    .join('\n')

export const status = overApi(getStatus, {
  does: 'show the status of the service, its parts and its chains; exit code 1 when it is degraded',
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
