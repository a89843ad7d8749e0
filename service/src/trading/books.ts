import type { Env } from '../base/env.ts'
import type { Ladder, Level, Venue } from '../base/liquidity-port.ts'
import { house } from '../ledger/house.ts'
import { openReferenceRates, type ReferenceRates } from '../markets/rates.ts'
import { deskBook, deskName } from './desk.ts'
import type { Book, Quote } from './fok.ts'
import { allPairs, type Pair, priceOf } from './pair.ts'
import { parseAmount } from '@specie/protocol/money.ts'

// What can be traded on at this moment, kept in memory: an order is decided without asking anybody. What must hold across
// processes is checked again when it is stored (trading.place).

/** A pair as this process knows it. `version` is that of its switch: an order is only stored while it stands. */
export type Market = Book & { readonly version: bigint; readonly halted: string | null }

export type Books = {
  of(pair: Pair): Market
  /** In whose account a provider's inventory lies. */
  holderOf(provider: string): string
  providerOf(holder: string): string
  venue(name: string): Venue
  /** A venue that left us without an answer is not asked again for a moment. */
  setAside(name: string): void
  /** Reads the switches anew. */
  reload(): Promise<void>
  close(): void
}

type Needs = Pick<Env, 'db' | 'clock' | 'log' | 'config' | 'venues'>

const opened = new WeakMap<Env['db'], Promise<Books>>()

/** The books of this process, opened when they are first needed. */
export function booksOf(env: Needs): Promise<Books> {
  let books = opened.get(env.db)
  if (!books) {
    books = openBooks(env)
    // What failed to open is tried again by whoever comes next.
    books.catch(() => opened.delete(env.db))
    opened.set(env.db, books)
  }
  return books
}

export async function closeBooks(env: Needs): Promise<void> {
  const books = await opened.get(env.db)?.catch(() => null)
  books?.close()
}

const everyMs = 1_000
const asideMs = 3_000

async function openBooks(env: Needs): Promise<Books> {
  const rates = openReferenceRates(env)
  let switches: ReadonlyMap<string, Switch> = new Map()
  let holders: ReadonlyMap<string, string> = new Map()
  const aside = new Map<string, number>()
  let reading: Promise<void> | null = null
  async function read(): Promise<void> {
    ;[switches, holders] = await Promise.all([readSwitches(env), readHolders(env)])
  }
  // Many orders may find at the same moment that a pair was switched: one look is enough for all who come before it ends,
  // and whoever finds it stale still looks again.
  const reload = () => (reading ??= read().finally(() => (reading = null)))
  await Promise.all([rates.ready, reload()])
  const timer = setInterval(
    () => void reload().catch((error: unknown) => env.log.warn({ err: error }, 'the switches of pairs cannot be read')),
    everyMs,
  ).unref()

  const desk = deskOf(env, rates)
  const isUsable = ({ name }: Venue, now: number) => holders.has(name) && (aside.get(name) ?? 0) < now

  function of(pair: Pair): Market {
    const { version, halted, byHand } = switches.get(pair.symbol) ?? untouched
    if (halted !== null) return { version, halted, ...empty }
    const now = env.clock.wall()
    if (byHand !== null && byHand.until > now) return { version, halted, ...byHand.book }
    const venues = env.venues.filter((venue) => isUsable(venue, now))
    return { version, halted, ...merged(pair, desk(pair), venues) }
  }

  return {
    of,
    reload,
    holderOf: (provider) => (provider === deskName ? house : holders.get(provider)!),
    providerOf: (holder) => {
      if (holder === house) return deskName
      for (const [name, id] of holders) if (id === holder) return name
      throw new Error(`no provider holds its inventory in the account of ${holder}`)
    },
    venue: (name) => env.venues.find((venue) => venue.name === name)!,
    setAside: (name) => void aside.set(name, env.clock.wall() + asideMs),
    close: () => {
      clearInterval(timer)
      rates.stop()
    },
  }
}

const empty: Book = { bids: [], asks: [] }

/** The desk's quotes of each pair; made anew only when the reference has moved. */
function deskOf({ config }: Needs, rates: ReferenceRates): (pair: Pair) => Book {
  const made = new Map<string, { units: bigint; book: Book }>()
  return (pair) => {
    const price = rates.price(pair.base, pair.quote, config.referenceSeconds * 1_000)
    if (price === null) return empty
    const known = made.get(pair.symbol)
    if (known && known.units === price.units) return known.book
    const book = deskBook(pair, price)
    made.set(pair.symbol, { units: price.units, book })
    return book
  }
}

/** Best price first; at the same price the desk comes first, for nobody need be asked. */
function merged(pair: Pair, desk: Book, venues: readonly Venue[]): Book {
  if (venues.length === 0) return desk
  const bids = [...desk.bids]
  const asks = [...desk.asks]
  for (const venue of venues) {
    const [ladder, terms] = [venue.ladder(pair.symbol), venue.instruments().get(pair.symbol)]
    if (ladder === null || terms === undefined) continue
    const quote = (level: Level): Quote => ({ ...level, provider: venue.name, lot: terms.lot, minimum: terms.minimum })
    bids.push(...ladder.bids.map(quote))
    asks.push(...ladder.asks.map(quote))
  }
  return {
    bids: bids.toSorted((a, b) => compare(b.price, a.price)),
    asks: asks.toSorted((a, b) => compare(a.price, b.price)),
  }
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

type Switch = { version: bigint; halted: string | null; byHand: { book: Book; until: number } | null }
const untouched: Switch = { version: 0n, halted: null, byHand: null }

type SwitchRow = {
  symbol: string
  version: bigint
  halted: string | null
  book: { [side in keyof Ladder & ('bids' | 'asks')]: [price: string, qty: string][] } | null
  book_until: Date | null
}

async function readSwitches({ db }: Needs): Promise<Map<string, Switch>> {
  const rows = await db.query<SwitchRow>({
    name: 'trading.pairs',
    text: 'select symbol, version, halted, book, book_until from trading.pair',
  })
  const known = new Map(allPairs.map((pair) => [pair.symbol, pair]))
  return new Map(
    rows.flatMap(({ symbol, version, halted, book, book_until }) => {
      const pair = known.get(symbol)
      if (!pair) return []
      const byHand = book && { book: bookByHand(pair, version, book), until: book_until?.getTime() ?? Infinity }
      return [[symbol, { version, halted, byHand }]]
    }),
  )
}

/** Quotes of the house's, exactly as they were set. */
function bookByHand(pair: Pair, version: bigint, book: NonNullable<SwitchRow['book']>): Book {
  const quotes = (side: 'bids' | 'asks') =>
    book[side].map(([price, qty], n): Quote => ({
      provider: deskName,
      quoteid: `book-${version}-${side}-${n}`,
      price: priceOf(pair, price),
      qty: parseAmount(qty, pair.base).minor,
      lot: pair.step,
      minimum: 0n,
    }))
  return { bids: quotes('bids'), asks: quotes('asks') }
}

async function readHolders({ db }: Needs): Promise<Map<string, string>> {
  const rows = await db.query<{ name: string; institution_id: string }>({
    name: 'trading.venues',
    text: 'select name, institution_id from trading.venue',
  })
  return new Map(rows.map((row) => [row.name, row.institution_id]))
}
