import { formatAmount } from '@specie/protocol/money.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { z } from 'zod'
import { money } from '../refusal.ts'
import { type App, jsonOf } from '../server.ts'
import { checkBook } from './book.ts'
import { type Misbehaviour, usualSeconds, withExecutions, withStream } from './misbehaviour.ts'
import { pairOf, venueNames } from './terms.ts'
import type { Venue } from './venue.ts'

const venueName = z.enum(venueNames)
const seconds = z.number().min(0).max(86_400)

export const venueNextAsk = z.discriminatedUnion('next', [
  z.strictObject({
    venue: venueName,
    next: z.enum(Object.keys(withExecutions) as Misbehaviour[]),
    count: z.int().min(1).max(10_000).default(1),
    seconds: seconds.nullable().default(null),
  }),
  z.strictObject({
    venue: venueName,
    next: z.enum(Object.keys(withStream) as (keyof typeof withStream)[]),
    seconds: seconds.optional(),
  }),
])

const level = z.tuple([z.string(), z.string()])
const side = z.array(level).max(100)
export const venueBookAsk = z.strictObject({
  venue: venueName,
  symbol: z.enum(pairs.map(({ symbol }) => symbol)),
  bids: side.optional(),
  asks: side.optional(),
})

/** UAT only: quotes and faults of the venues. */
export function venueControl(app: App, venues: readonly Venue[]): void {
  const named = (name: string): Venue => venues.find((venue) => venue.name === name)!

  app.post('/lp/control/next', async (request) => {
    const ask = jsonOf(venueNextAsk, request)
    const venue = named(ask.venue)
    if ('count' in ask) await venue.record({ type: 'asked', next: ask.next, count: ask.count, seconds: ask.seconds })
    else if (ask.next === 'stale') venue.audience.silence(ask.seconds ?? usualSeconds.stale)
    else venue.audience.disconnect(ask.seconds ?? usualSeconds.disconnect)
    return { asked: venue.state.asked }
  })

  app.post('/lp/control/book', async (request) => {
    const { venue: name, symbol, bids, asks } = jsonOf(venueBookAsk, request)
    const venue = named(name)
    const book = bids || asks ? { bids: bids ?? [], asks: asks ?? [] } : null
    if (book) money(() => checkBook(venue.name, pairOf.get(symbol)!, book))
    await venue.record({ type: 'book', symbol, book })
    venue.audience.tell()
    return { books: Object.fromEntries(venue.state.books) }
  })

  app.get('/lp/control/state', async () => ({ venues: venues.map(shown) }))
}

const shown = ({ name, state, audience }: Venue) => ({
  venue: name,
  streams: audience.size(),
  asked: state.asked,
  books: Object.fromEntries(state.books),
  positions: Object.fromEntries([...state.positions].map(([asset, minor]) => [asset, formatAmount({ asset, minor })])),
  executions: [...state.executions].map(([id, known]) =>
    known === 'burnt' ? { id, status: 'burnt' } : { id, ...known.answer },
  ),
})
