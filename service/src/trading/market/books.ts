import { sharedRuns } from '../../base/concurrency/shared-runs.ts'
import { withoutClaim } from '../../base/database/claim.ts'
import type { Env } from '../../base/env.ts'
import { type InProcess, perProcess } from '../../base/per-process.ts'
import { parDeviation } from '../../markets/limits.ts'
import type { Ladder, Venue } from '../../base/ports/venue.ts'
import { house } from '../../ledger/house.ts'
import { openReferenceRates, type ReferenceRates } from '../../markets/rate/rates.ts'
import { type Consensus, consensusOf } from './consensus.ts'
import { deskBook, deskName } from './desk.ts'
import { boundsOf, type Bounds } from './exposure.ts'
import type { Book, Quote } from './fill-or-kill.ts'
import { allPairs, type Pair, priceOf } from './pair.ts'
import { reserveOfManualBook, reserveIn, servesAnySize } from './rounding.ts'
import { venueHolders } from './register-venue.ts'
import type { ManualBook } from './set-book.ts'
import { parseAmount } from '@specie/protocol/money.ts'

// The current market, in memory, so that an order is decided without a query. Rules that must hold across processes are
// checked again when the order is stored (trading.place).

/**
 * A pair as this process knows it. `version`: of its switch; an order is stored only while it is current. `doubt`: why no
 * quotes are used although the pair is not halted. `bounds`: the limits of the desk, null if it has none.
 */
export type Market = Book & {
  readonly version: bigint
  readonly halted: string | null
  readonly doubt: string | null
  readonly bounds: Bounds | null
}

export type Books = {
  of(pair: Pair): Market
  /** The account with a provider's inventory. */
  holderOf(provider: string): string
  providerOf(holder: string): string
  venue(name: string): Venue
  /** A venue that has not answered gets no orders for a moment. */
  setAside(name: string): void
  /** Reads switches and reference rates again. Afterwards, everything committed before the call is known. */
  reload(): Promise<void>
  close(): void
}

type Needs = Pick<Env, 'db' | 'clock' | 'log' | 'config' | 'runtime' | 'venues' | 'metrics'>

/** The books of this process. */
export const booksOf = (env: InProcess): Promise<Books> => lazyBooksOf(env).open()

const lazyBooksOf = perProcess(lazyBooks, (books) => books.close())

/** Opened at first use. */
function lazyBooks(env: Needs) {
  let opened: Promise<Books> | null = null
  return {
    open: (): Promise<Books> => {
      if (opened === null) {
        opened = withoutClaim(() => openBooks(env)) // they outlive the job that opened them
        // A failed opening is retried by the next caller.
        opened.catch(() => (opened = null))
      }
      return opened
    },
    close: async (): Promise<void> => (await opened?.catch(() => null))?.close(),
  }
}

const everyMs = 1_000
const asideMs = 3_000

async function openBooks(env: Needs): Promise<Books> {
  const rates = openReferenceRates(env)
  let switches: ReadonlyMap<string, Switch> = new Map()
  let holders: ReadonlyMap<string, string> = new Map()
  const aside = new Map<string, number>()
  async function read(): Promise<void> {
    ;[switches, holders] = await Promise.all([readSwitches(env), venueHolders(env.db), rates.refresh()])
  }
  // Many concurrent orders may find that a pair was switched.
  const reload = sharedRuns(read)
  await reload()
  const market = marketOf(env, rates)
  const notice = noticeOf(env)
  const refresh = () =>
    reload().then(
      () => notice((pair) => of(pair)),
      (error: unknown) => env.log.warn({ err: error }, 'the switches of pairs cannot be read'),
    )
  const timer = setInterval(() => void refresh(), everyMs).unref()
  const isUsable = ({ name }: Venue, now: number) => holders.has(name) && (aside.get(name) ?? 0) < now

  function of(pair: Pair): Market {
    const { version, halted, byHand } = switches.get(pair.symbol) ?? untouched
    const nothing = { version, halted, doubt: null, bounds: null }
    if (halted !== null) return { ...nothing, ...empty }
    const now = env.clock.wall()
    // The prices of a manual book count without checks.
    if (byHand !== null && byHand.until > now) return { ...nothing, ...byHand.book }
    const venues = env.venues.filter((venue) => isUsable(venue, now))
    return { version, halted, ...market(pair, venues) }
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

type Made = Omit<Market, 'version' | 'halted'>

/** The quotes of desk and venues; renewed only when the reference or a venue's ladder has changed. */
function marketOf(env: Needs, rates: ReferenceRates): (pair: Pair, venues: readonly Venue[]) => Made {
  const maxAge = env.config.referenceSeconds * 1_000
  const made = new Map<string, { units: bigint; ladders: readonly (Ladder | null)[]; market: Made }>()
  const leftOut = leftOutOf(env)
  return (pair, venues) => {
    const { symbol, base, quote } = pair
    const limits = env.runtime.limits.pairs.get(symbol)
    const boundsNow = () => {
      const range = rates.range(base, quote)
      return limits && range ? boundsOf(pair, limits, range) : null
    }
    const price = rates.price(base, quote, maxAge)
    // A firm quote can still be taken, so it counts.
    if (price === null) return { ...empty, doubt: rates.trouble(base, quote, maxAge), bounds: boundsNow() }
    const ladders = venues.map((venue) => venue.ladder(symbol))
    const known = made.get(symbol)
    const isSame = (other: readonly unknown[]) =>
      other.length === ladders.length && other.every((one, i) => one === ladders[i])
    if (known && known.units === price.units && isSame(known.ladders)) return known.market
    const reference = (price.units * 10n ** BigInt(pair.priceDecimals)) / 10n ** BigInt(price.decimals)
    const offers = venues.flatMap((venue, i) => {
      const ladder = ladders[i] ?? null
      return ladder === null ? [] : [{ venue: venue.name, ladder }]
    })
    const consensus = consensusOf(reference, offers, BigInt(limits?.deviation ?? parDeviation))
    leftOut(symbol, consensus)
    const bounds = boundsNow()
    const market = consensus.isDisputed
      ? { ...empty, doubt: 'the venues agree on a price that differs from the reference', bounds }
      : { ...merged(pair, deskBook(pair, price), consensus, venues), doubt: null, bounds }
    made.set(symbol, { units: price.units, ladders, market })
    return market
  }
}

/** Logs once when a venue or the desk starts to be excluded. */
function leftOutOf({ log, metrics }: Needs): (symbol: string, consensus: Consensus) => void {
  const reported = new Map<string, ReadonlySet<string>>()
  return (symbol, { out, isDisputed }) => {
    const before = reported.get(symbol)
    const now = new Map([...out, ...(isDisputed ? [[deskName, 'the venues agree on another price'] as const] : [])])
    for (const [venue, why] of now) {
      if (before?.has(venue)) continue
      metrics.leftOutQuotes.inc({ venue, symbol })
      log.warn({ symbol, venue, why }, 'quotes are left out')
    }
    reported.set(symbol, new Set(now.keys()))
  }
}

/** Logs when a pair goes offline or returns. */
function noticeOf({ log, metrics }: Needs): (of: (pair: Pair) => Market) => void {
  const reported = new Map<string, string | null>()
  return (of) => {
    for (const pair of allPairs) {
      const { halted, doubt } = of(pair)
      const why = halted ?? doubt
      metrics.offlinePairs.set({ symbol: pair.symbol }, why === null ? 0 : 1)
      const before = reported.get(pair.symbol) ?? null
      if (why !== null && before === null) log.warn({ symbol: pair.symbol, why }, 'a pair is offline')
      if (why === null && before !== null) log.info({ symbol: pair.symbol, was: before }, 'a pair is online again')
      reported.set(pair.symbol, why)
    }
  }
}

/** Best price first; at the same price the desk comes first, because it needs no call. */
function merged(pair: Pair, desk: Book, { used }: Consensus, venues: readonly Venue[]): Book {
  if (used.length === 0) return desk
  const bids = [...desk.bids]
  const asks = [...desk.asks]
  for (const { venue, ladder } of used) {
    const terms = venues
      .find(({ name }) => name === venue)!
      .instruments()
      .get(pair.symbol)
    if (terms === undefined) continue
    const { lot, minimum } = terms
    const reserve = reserveIn(pair, ladder)
    const quotes = (side: 'bids' | 'asks') =>
      ladder[side].map((level): Quote => {
        const quote = { ...level, provider: venue, lot, minimum, reserve: reserve(side, level.price) }
        return { ...quote, anySize: servesAnySize(pair, side, quote) }
      })
    bids.push(...quotes('bids'))
    asks.push(...quotes('asks'))
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
  book: ManualBook | null
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
      const byHand = book && { book: manualBook(pair, version, book), until: book_until?.getTime() ?? Infinity }
      return [[symbol, { version, halted, byHand }]]
    }),
  )
}

/** Quotes of the house, exactly as they were set. */
function manualBook(pair: Pair, version: bigint, book: ManualBook): Book {
  const levels = (side: 'bids' | 'asks') =>
    book[side].map(([price, qty], n) => ({
      provider: deskName,
      quoteid: `book-${version}-${side}-${n}`,
      price: priceOf(pair, price),
      qty: parseAmount(qty, pair.base).minor,
      lot: pair.step,
      minimum: 0n,
    }))
  const set = { bids: levels('bids'), asks: levels('asks') }
  const reserve = reserveOfManualBook(pair, set)
  const quotes = (side: 'bids' | 'asks') =>
    set[side].map((level): Quote => ({ ...level, reserve: reserve(side, level.price), anySize: true }))
  return { bids: quotes('bids'), asks: quotes('asks') }
}
