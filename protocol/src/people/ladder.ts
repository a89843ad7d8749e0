import { z } from 'zod'
import { accountBalance } from '../account.ts'
import { productErrorsOf } from '../endpoint.ts'
import { decimal, isoTime } from '../fields.ts'
import { peopleCall } from './call.ts'

const levels = z.array(z.object({ price: decimal, quantity: decimal })).meta({ description: 'The best price first.' })

/** What getQuotes tells of the best level, for every level of one pair. */
export const ladderCall = peopleCall({
  name: 'ladder',
  where: 'portal',
  method: 'GET',
  path: '/ladder',
  act: 'money.read',
  tag: 'Trading',
  summary: 'Prices of a pair by size',
  description:
    'Every level that can be delivered now, quantities in the base asset. Indicative: an order is decided when it arrives.',
  request: z.strictObject({ symbol: z.string().max(32) }),
  response: z.object({
    timestamp: isoTime,
    symbol: z.string(),
    status: z.enum(['online', 'offline']),
    bids: levels,
    asks: levels,
  }),
  errors: [...productErrorsOf(accountBalance), 'unknown_symbol'],
})
