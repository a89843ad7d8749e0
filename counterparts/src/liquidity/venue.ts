import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { jsonCodec, openLog, wholeState } from '@specie/program/event-log.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { wall } from '../machine.ts'
import { priceOf } from '../provider/convert.ts'
import type { Provider } from '../provider/provider.ts'
import { without } from '../pending-faults.ts'
import { type Audience, newAudience } from './audience.ts'
import { type Book, bookLadder } from './book.ts'
import { ladderAt } from './ladder.ts'
import type { PendingVenueFault, Misbehaviour } from './misbehaviour.ts'
import { newQuotes, type Quotes, type Side } from './quotes.ts'
import { pairOf, type VenueName } from './terms.ts'

/** A customer's request under an id; decimal strings. */
export type Ask = { symbol: string; side: Side; quoteid: string; qty: string; price: string; amount: string }

export type Answer = { status: 'filled' } | { status: 'killed'; reason: string }

/** All events of a venue, one line of its log each. */
export type Event =
  | ({ type: 'asked' } & PendingVenueFault)
  /** Null if the venue makes its own prices again. */
  | { type: 'book'; symbol: string; book: Book | null }
  | { type: 'failed'; uses: Misbehaviour[] }
  | { type: 'taken'; id: string; ask: Ask; answer: Answer; uses: Misbehaviour[] }
  /** It was looked up before it arrived. It will never be executed. */
  | { type: 'burnt'; id: string }

/** `burnt`: the customer was answered that it does not exist. */
type Execution = { hash: string; answer: Answer } | 'burnt'

export type State = {
  asked: PendingVenueFault[]
  books: Map<string, Book>
  executions: Map<string, Execution>
  /** The sum of all fills, in minor units; negative: the venue gave. */
  positions: Map<AssetCode, bigint>
}

export const hashOf = (ask: Ask): string => createHash('sha256').update(JSON.stringify(ask)).digest('base64')

/** The only code that changes the state, from the event alone: replaying the log gives the same state. */
function apply(state: State, event: Event): void {
  if ('uses' in event) state.asked = without(state.asked, event.uses)
  switch (event.type) {
    case 'asked':
      state.asked.push({ next: event.next, count: event.count, seconds: event.seconds })
      break
    case 'book':
      if (event.book) state.books.set(event.symbol, event.book)
      else state.books.delete(event.symbol)
      break
    case 'taken':
      state.executions.set(event.id, { hash: hashOf(event.ask), answer: event.answer })
      if (event.answer.status === 'filled') move(state, event.ask)
      break
    case 'burnt':
      state.executions.set(event.id, 'burnt')
  }
}

function move({ positions }: State, { symbol, side, qty, amount }: Ask): void {
  const { base, quote } = pairOf.get(symbol)!
  const sign = side === 'Buy' ? 1n : -1n
  const add = (asset: AssetCode, minor: bigint) => positions.set(asset, (positions.get(asset) ?? 0n) + minor)
  add(base, -sign * parseAmount(qty, base).minor)
  add(quote, sign * parseAmount(amount, quote).minor)
}

/** A running liquidity provider. */
export type Venue = {
  readonly name: VenueName
  readonly state: State
  readonly quotes: Quotes
  readonly audience: Audience
  /** Takes effect at once; resolves when it is durable. */
  record(event: Event): Promise<void>
  durable(): Promise<void>
  stop(): Promise<void>
}

/** Raise it when the form of the state changes. */
const stateVersion = 1

/** Its prices follow those of the conversion provider. */
export async function openVenue(
  folder: string,
  name: VenueName,
  provider: Provider,
  snapshotEvery: number,
  onFailure: (error: Error) => void,
): Promise<Venue> {
  const state: State = { asked: [], books: new Map(), executions: new Map(), positions: new Map() }
  const log = await openLog({
    file: join(folder, `liquidity-${name}.log`),
    codec: jsonCodec<Event>(),
    replay: (event) => apply(state, event),
    onFailure,
    snapshots: wholeState(state, stateVersion, snapshotEvery),
  })
  const quotes = newQuotes()

  function message(): object {
    const now = wall()
    const ladders = pairs.map((pair) => {
      const book = state.books.get(pair.symbol)
      return [pair, book ? bookLadder(pair, book) : ladderAt(name, pair, priceOf(provider.state), now)] as const
    })
    return quotes.message(ladders, now)
  }

  return {
    name,
    state,
    quotes,
    audience: newAudience(message),
    record: (event) => {
      apply(state, event)
      log.append(event)
      return log.durable()
    },
    durable: () => log.durable(),
    stop: () => log.close(),
  }
}
