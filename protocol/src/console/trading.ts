import { z } from 'zod'
import { isoTime, uuid } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason, signedDecimal } from '../web-api/fields.ts'
import { bookOf, level } from '../web-api/book.ts'
import { listOf } from '../web-api/pages.ts'

// The market, for staff. One person halts a pair at once; two let it trade again, or a venue's quotes be used
// (approvals-calls.ts: pair.resume, venue.register).

const common = { where: 'console', tag: 'Trading' } as const

export const pairsCall = peopleCall({
  ...common,
  name: 'pairs',
  method: 'GET',
  path: '/pairs',
  act: 'trading.read',
  summary: 'Pairs',
  description: 'Which of them trade, why the others do not, and what the desk has traded in the last hour.',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      symbol: z.string(),
      state: z.enum(['online', 'halted', 'offline']).meta({
        description: '`halted`: by a person or a limit of the desk. `offline`: by itself, until its price is certain.',
      }),
      reason: z.string().nullable(),
      desk: z
        .object({ base: signedDecimal, quote: signedDecimal })
        .nullable()
        .meta({ description: 'What the desk has bought (or, below zero, sold) of each in the last hour.' }),
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
    'What each provider, the desk or a venue, can deliver at each price now; quantities in the base asset. Clients see the same levels without the names.',
  request: z.strictObject({ symbol: z.string().max(32) }),
  response: bookOf(
    level.extend({ provider: z.string() }),
    'The best price first; at the same price the desk before venues.',
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
  description: 'It is taken off the market at once, in every process, until two people let it trade again.',
  request: z.strictObject({ symbol: z.string().max(24), reason }),
  response: z.object({
    symbol: z.string(),
    state: z.literal('halted'),
    changed: z.boolean().meta({ description: '`false`: it was halted for that reason already.' }),
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
  description: 'Those whose quotes are used, and the institution that holds the inventory of each.',
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
