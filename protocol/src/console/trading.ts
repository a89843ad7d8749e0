import { z } from 'zod'
import { decimal, isoTime, uuid } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason, signedDecimal } from '../web-api/fields.ts'
import { bookOf, level } from '../web-api/book.ts'
import { listOf } from '../web-api/pages.ts'

// The market, for staff. One person halts a pair at once; two people resume it, or register a venue (approvals-calls.ts:
// pair.resume, venue.register).

const common = { where: 'console', tag: 'Trading' } as const

export const pairsCall = peopleCall({
  ...common,
  name: 'pairs',
  method: 'GET',
  path: '/pairs',
  act: 'trading.read',
  summary: 'Pairs',
  description: 'Whether each trades, why not, and what was filled in the last hour.',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      symbol: z.string(),
      state: z.enum(['online', 'halted', 'offline']).meta({
        description:
          '`halted`: by a person or a limit of the desk. `offline`: automatically, until its price is certain.',
      }),
      reason: z.string().nullable(),
      filled: decimal.meta({
        description: 'The quantity that clients traded in the last hour, at the desk and at venues, in the base asset.',
      }),
      desk: z.object({ base: signedDecimal, quote: signedDecimal }).nullable().meta({
        description:
          'The desk’s net purchases (negative: sales) of each in the last hour. Null: It filled nothing. Venues may have.',
      }),
    }),
  ),
  errors: [],
})

export const pairBookCall = peopleCall({
  ...common,
  name: 'pairBook',
  method: 'GET',
  path: '/pairs/book',
  act: 'trading.read',
  summary: 'Every quote of a pair',
  description:
    'The quantities that each source, the desk or a venue, can deliver at each price now, in the base asset. Clients see the same levels without the names.',
  request: z.strictObject({ symbol: z.string().max(32) }),
  response: bookOf(
    level.extend({ provider: z.string() }),
    'Best price first; at the same price the desk before venues.',
  ),
  errors: ['unknown_symbol'],
})

export const haltPairCall = peopleCall({
  ...common,
  name: 'haltPair',
  method: 'POST',
  path: '/pairs/halt',
  act: 'trading.halt',
  summary: 'Halt a pair',
  description: 'Effective at once, in every process, until two people resume it.',
  request: z.strictObject({ symbol: z.string().max(24), reason }),
  response: z.object({
    symbol: z.string(),
    state: z.literal('halted'),
    changed: z.boolean().meta({ description: '`false`: it was already halted for that reason.' }),
  }),
  errors: ['unknown_symbol'],
})

export const venuesCall = peopleCall({
  ...common,
  name: 'venues',
  method: 'GET',
  path: '/venues',
  act: 'trading.read',
  summary: 'Venues',
  description: 'The registered venues, and the institution that holds the inventory of each.',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      name: z.string(),
      institutionid: uuid,
      institution: z.string().meta({ description: 'Its name.' }),
      created_at: isoTime,
    }),
  ),
  errors: [],
})

export const tradingCalls = [pairsCall, pairBookCall, haltPairCall, venuesCall] as const
