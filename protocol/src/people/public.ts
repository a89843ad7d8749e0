import { z } from 'zod'
import { assetCode, chainCode, decimal } from '../fields.ts'
import { peopleCall } from './call.ts'

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
            owed_to_clients: decimal.meta({ description: 'Of the reserve, for coins that they have redeemed, say.' }),
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
