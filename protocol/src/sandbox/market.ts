import { z } from 'zod'
import { holdRequest } from '../console/holds.ts'
import { byId, sandboxCall } from './call.ts'
import { none } from './fields.ts'

// Books, pairs, reference rates, and holds.

const maxLevels = 100
const symbol = z
  .string()
  .max(32)
  .meta({ description: 'A symbol from /client/tradingPairs.', examples: ['VCHF/CHF'] })
const number = z.string().max(40).meta({ description: 'A decimal number as a string.' })
const ladder = z.array(z.tuple([number, number])).max(maxLevels)
const market = { method: 'POST', tag: 'Market' } as const

export const liquidity = sandboxCall({
  ...market,
  name: 'liquidity',
  path: '/liquidity',
  summary: 'Set the book of a pair',
  description:
    'Exactly these levels, for a minute or permanently. With the symbol alone the pair has the market’s book again.',
  request: z.strictObject({
    symbol,
    bids: ladder.optional().meta({ description: 'Pairs of price and quantity, in any order.' }),
    asks: ladder.optional().meta({ description: 'Pairs of price and quantity, in any order.' }),
    frozen: z
      .boolean()
      .default(false)
      .meta({ description: 'It stays until it is set again; otherwise it expires after a minute.' }),
  }),
  response: z.object({
    symbol: z.string(),
    bids: z.array(z.array(z.string())).nullable(),
    asks: z.array(z.array(z.string())).nullable(),
    until: z.string().nullable(),
  }),
  errors: ['unknown_symbol'],
})

export const pairs = sandboxCall({
  ...market,
  name: 'pairs',
  path: '/pairs',
  summary: 'Halt a pair, or resume it',
  description: 'A halted pair answers `pair_offline` to orders and `halted` to quotes.',
  request: z.strictObject({
    symbol,
    halted: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .nullable()
      .meta({ description: 'The reason; null means it trades again.' }),
  }),
  response: z.object({ symbol: z.string(), halted: z.string().nullable() }),
  errors: ['unknown_symbol', 'approval_refused'],
})

const rateList = z.object({
  rates: z.array(
    z.object({
      symbol: z.string(),
      price: z.string(),
      at: z.string(),
      doubt: z.string().nullable().meta({ description: 'Why it is not used; null if it is used.' }),
    }),
  ),
})

export const rates = sandboxCall({
  name: 'rates',
  method: 'GET',
  path: '/rates',
  tag: 'Market',
  summary: 'Reference rates',
  description: 'The rates in use, and the rates in doubt with the reason.',
  request: none,
  response: rateList,
  errors: [],
})

export const refreshRates = sandboxCall({
  ...market,
  name: 'refreshRates',
  path: '/rates',
  summary: 'Refresh the reference rates',
  description: 'The sources are read at once, and the answer says which rates are in doubt.',
  request: none,
  response: rateList,
  errors: [],
})

const review = { method: 'POST', tag: 'Review' } as const

export const holds = sandboxCall({
  ...review,
  name: 'holds',
  path: '/holds',
  summary: 'Place a hold',
  description:
    'On the next mint, withdrawal and so on of an institution, or on an open one. Its clients see `held`, its start, and the kind of review.',
  request: holdRequest,
  response: z.object({
    holdid: z.string(),
    status: z.string().meta({ description: '`held`, or `partly` if some steps can no longer be stopped.' }),
    irrevocable: z.string().nullable().meta({ description: 'The steps that can no longer be stopped.' }),
  }),
  errors: [],
})

const decided = {
  ...review,
  parts: byId('id', 'a hold: its `holdid`'),
  request: none,
  response: z.object({ holdid: z.string(), status: z.string() }),
  errors: ['not_found', 'approval_refused'],
} as const

export const releaseHold = sandboxCall({
  ...decided,
  name: 'releaseHold',
  path: '/holds/{id}/release',
  summary: 'Release a hold',
  description: 'Two simulated officers decide, through the real approval by two people; its subject continues.',
})
export const rejectHold = sandboxCall({
  ...decided,
  name: 'rejectHold',
  path: '/holds/{id}/reject',
  summary: 'Reject a hold',
  description:
    'Two simulated officers decide, through the real approval by two people; its subject is refused. A deposit is returned to `return_to`, or else to its sender, or else to an outside address.',
  request: z.strictObject({
    return_to: z.string().max(128).optional().meta({ description: 'The address for the return of a deposit.' }),
  }),
  errors: ['not_found', 'approval_refused', 'invalid_address'],
})
export const freezeHold = sandboxCall({
  ...decided,
  name: 'freezeHold',
  path: '/holds/{id}/freeze',
  summary: 'Freeze the subject of a hold',
  description:
    'Two simulated officers decide, through the real approval by two people; a wire or deposit stays with the service, frozen.',
})
