import { z } from 'zod'
import { accountBalance } from '../../endpoints/account.ts'
import { productErrorsOf } from '../../endpoints/endpoint.ts'
import { decimal, isoTime } from '../../fields.ts'
import { peopleCall } from '../call.ts'

/** What can be bought and sold of a pair, level by level. */
export const bookOf = <Level extends z.ZodType>(level: Level, description: string) => {
  const levels = z.array(level).meta({ description })
  return z.object({
    timestamp: isoTime,
    symbol: z.string(),
    status: z.enum(['online', 'offline']),
    bids: levels,
    asks: levels,
  })
}

export const level = z.object({ price: decimal, quantity: decimal })

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
  response: bookOf(level, 'The best price first.'),
  errors: [...productErrorsOf(accountBalance), 'unknown_symbol'],
})
