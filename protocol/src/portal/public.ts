import { z } from 'zod'
import { assetCode, chainCode, decimal, isoTime } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { spanNames } from './price-spans.ts'

/** For the public page about reserves, beside `getReserves` of the signed API, which tells the moment. */
export const reservesHistoryCall = peopleCall({
  name: 'reservesHistory',
  where: 'portal',
  method: 'GET',
  path: '/public/reserves-history',
  act: 'anyone',
  tag: 'Public',
  summary: 'Supply and reserves over time',
  description:
    'For each coin, at the end of each of the last 90 days (UTC) and now: what circulates, on which chains it was issued, and what the reserve has. It is read from the books, which cannot be changed afterwards.',
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
              description: 'The part of the reserve that is owed to clients, for example for redeemed coins.',
            }),
            coverage: decimal.nullable().meta({
              description:
                'The reserve, less what is owed to clients, over what circulates, rounded down; null when nothing circulates. Money that was paid in ahead of its coins is counted.',
            }),
          }),
        ),
      }),
    ),
  }),
  errors: [],
})

/** For charts, beside `getQuotes` of the signed API, which tells the moment. */
export const priceHistoryCall = peopleCall({
  name: 'priceHistory',
  where: 'portal',
  method: 'GET',
  path: '/public/price-history',
  act: 'anyone',
  tag: 'Public',
  summary: 'Prices over time',
  description:
    'The best prices of a pair over the last hour, day, week or 30 days, as they were noted once a minute. Times at which the pair had no bid or no offer are left out.',
  request: z.strictObject({ symbol: z.string().max(32), span: z.enum(spanNames) }),
  response: z.object({
    symbol: z.string(),
    step_seconds: z.int().meta({ description: 'There is at most one price for each step of this length: its first.' }),
    prices: z.array(z.object({ at: isoTime, bid: decimal, ask: decimal })).meta({ description: 'The oldest first.' }),
  }),
  errors: ['unknown_symbol'],
})
