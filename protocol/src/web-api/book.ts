import { z } from 'zod'
import { decimal, isoTime } from '../fields.ts'

/** The levels of a pair, bids and asks. */
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
