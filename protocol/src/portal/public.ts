import { z } from 'zod'
import { assetCode, chainCode, decimal, isoTime } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { spanNames } from './price-spans.ts'

/** For the public page about reserves; `getReserves` of the signed API has the current state. */
export const reservesHistoryCall = peopleCall({
  name: 'reservesHistory',
  where: 'portal',
  method: 'GET',
  path: '/public/reserves-history',
  act: 'anyone',
  tag: 'Public',
  summary: 'Supply and reserves over time',
  description:
    'The circulation, the supply on each chain and the reserve of each coin, at the end of each of the last 90 days (UTC) and now. The figures are read from the books, which cannot be changed afterwards.',
  request: z.strictObject({}),
  response: z.object({
    coins: z.array(
      z.object({
        asset: assetCode,
        currency: assetCode,
        days: z.array(
          z.object({
            day: z.iso.date(),
            circulating: decimal,
            chains: z.array(z.object({ blockchain: chainCode, supply: decimal })),
            cash: decimal,
            securities: decimal,
            owed_to_clients: decimal.meta({
              description: 'The part of the reserve owed to clients, for example for redeemed coins.',
            }),
            coverage: decimal.nullable().meta({
              description:
                'The reserve, less the amount owed to clients, divided by the circulation, rounded down; null if there is no circulation. Money paid in ahead of its coins is counted.',
            }),
          }),
        ),
      }),
    ),
  }),
  errors: [],
})

/** For charts; `getQuotes` of the signed API has the current prices. */
export const priceHistoryCall = peopleCall({
  name: 'priceHistory',
  where: 'portal',
  method: 'GET',
  path: '/public/price-history',
  act: 'anyone',
  tag: 'Public',
  summary: 'Prices over time',
  description:
    'The best prices of a pair over the last hour, day, week or 30 days, recorded once a minute. Times without a bid or an ask are omitted.',
  request: z.strictObject({ symbol: z.string().max(32), span: z.enum(spanNames) }),
  response: z.object({
    symbol: z.string(),
    step_seconds: z.int().meta({ description: 'The length of a step; each has at most one price, its first.' }),
    prices: z.array(z.object({ at: isoTime, bid: decimal, ask: decimal })).meta({ description: 'Oldest first.' }),
  }),
  errors: ['unknown_symbol'],
})
