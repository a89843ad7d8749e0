import { z } from 'zod'
import { accountBalance } from '../endpoints/account.ts'
import { bookOf, level } from '../web-api/book.ts'
import { peopleCall } from '../web-api/call.ts'
import { productErrorsOf } from '../endpoints/endpoint.ts'

/** The fields of getQuotes for the best level, here for every level of one pair. */
export const ladderCall = peopleCall({
  name: 'ladder',
  where: 'portal',
  method: 'GET',
  path: '/ladder',
  act: 'money.read',
  tag: 'Trading',
  summary: 'Prices of a pair by size',
  description:
    'Every level that can be delivered now, quantities in the base asset. Prices are indicative, because an order is decided when it arrives.',
  request: z.strictObject({ symbol: z.string().max(32) }),
  response: bookOf(level, 'Best price first.'),
  errors: [...productErrorsOf(accountBalance), 'unknown_symbol'],
})
