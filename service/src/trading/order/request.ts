import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { addOrder as AddOrder } from '@specie/protocol/endpoints/trading.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { isDryRun, rolledBack } from '../../base/idempotency/once.ts'
import { serializeByKey, type Queues } from '../../base/concurrency/serialize-by-key.ts'
import { admitted, type DeferredAdmission } from '../../access/admission/deferred-admission.ts'
import type { Journal } from '../../ledger/posting/journal.ts'
import { type Books, booksOf, type Market } from '../market/books.ts'
import { deskName } from '../market/desk.ts'
import { type Bounds, haltExposed } from '../market/exposure.ts'
import { type Decision, fillOrKill } from '../market/fill-or-kill.ts'
import { filled } from './journals.ts'
import {
  dealOf,
  type Decided,
  envelopeOf,
  filledOrder,
  type OrderRow,
  rejectedOrder,
  type OrderView,
  orderView,
} from './row.ts'
import { type Order, orderMaximum, pairOf, priceOf, quantityOf, sideOf } from '../market/pair.ts'
import { letIn, placementsOf, storeOrderIn, type Verdict } from './store-orders.ts'
import { heldPlacement, placeAtVenues } from './at-venues.ts'

type OrderRequest = RequestOf<typeof AddOrder>
type OrderAnswer = { answer: ResponseOf<typeof AddOrder>; replayed: boolean }

/**
 * Decides an order over the quotes of this moment and carries it out, or rejects it, in one posting: order, trade and
 * journal (O1). The same clordid is answered the same and done once, in whichever process (O2).
 */
export async function addOrder(
  env: Env,
  institutionId: string,
  ask: OrderRequest,
  entry = admitted,
): Promise<OrderAnswer> {
  const order = orderOf(ask)
  const by = { institutionId, clordid: ask.clordid }
  if (!isOfToday(env, ask.timestamp)) {
    await entry.admit()
    const answered = await answeredBefore(env, by, order)
    return isDryRun(ask) ? validated(answered, order) : answered
  }
  const books = await booksOf(env)
  if (isDryRun(ask)) {
    await entry.admit()
    return validated(await carryOut(env, { ...trial(env, books), by, order }), order)
  }
  const [turns, name] = [queuesOf(env), `${institutionId} ${ask.clordid}`]
  // Who must wait is admitted first: its nonce is not to grow old meanwhile.
  if (turns.has(name)) await entry.admit()
  return serializeByKey(turns, name, () => carryOut(env, { ...inEarnest(env, entry, books), by, order }))
}

type By = { readonly institutionId: string; readonly clordid: string }

const dayMs = 86_400_000

/** An order that was held back, or sent by a program whose clock is wrong, is not one of this moment. */
const isOfToday = ({ clock }: Env, timestamp: string): boolean =>
  Math.abs(Date.parse(timestamp) - clock.wall()) <= dayMs

/** A repeated order is answered whatever its time; a new one is refused. */
async function answeredBefore(env: Env, by: By, order: Order): Promise<OrderAnswer> {
  if (await isKnown(env, by)) return storedAnswer(env, by, order)
  throw badRequest(
    'range',
    `\`timestamp\` lies more than 24 hours from the time of the service, ${env.clock.now().toISOString()}: send the time of the request, and set the clock.`,
    'timestamp',
  )
}

/** What is asked for, as far as it does not depend on the moment. */
function orderOf(ask: OrderRequest): Order {
  const pair = pairOf(ask.symbol)
  const side = sideOf(ask.side)
  if (ask.ordtype !== 'Limit') throw invalid('ordtype', '`ordtype` is Limit: no other order is taken.')
  if (ask.timeinforce !== 'FOK') throw invalid('timeinforce', '`timeinforce` is FOK: no order ever rests.')
  return { pair, side, qty: quantityOf(pair, ask.orderqty), price: priceOf(pair, ask.price) }
}

const invalid = (field: string, message: string): ApiError =>
  new ApiError('invalid_order', { field, rule: 'enum' }, message)

/** Orders under way, by institution and clordid. */
const queuesOf = perProcess((): Queues => new Map())

/** Switches may be thrown and inventories run out between decision and posting; then it is decided anew. */
const mostDecisions = 20

/** How an order is carried out, or only tried. */
type Way = {
  readonly books: Books
  store(decided: Decided, bounds: Bounds | null): Promise<Verdict | { row: OrderRow }>
  /** The desk would be beyond a limit: takes the pair off the market and answers true, or has it rejected as if it were. */
  halts(symbol: string): Promise<boolean>
}

async function carryOut(env: Env, { books, by, order, ...way }: Way & { by: By; order: Order }): Promise<OrderAnswer> {
  const without = new Set<string>()
  for (let n = 0; n < mostDecisions; n += 1) {
    const market = books.of(order.pair)
    const at = env.clock.now()
    const who = { id: env.ids.uuid(at), ...by, version: market.version, at }
    const decided = decidedBy(who, order, decide(order, market, without))
    const verdict = await way.store(decided, market.bounds)
    if ('row' in verdict) return first(verdict.row, at)
    switch (verdict.outcome) {
      case 'placed':
        return first(orderView(decided), at)
      case 'short':
        return first(orderView(rejectedOrder(who, order, 'insufficient_balance')), at)
      case 'taken':
        return storedAnswer(env, who, order)
      case 'quoter_short':
        without.add(books.providerOf(verdict.holder))
        break
      case 'exposed':
        if (!(await way.halts(order.pair.symbol)))
          return first(orderView(rejectedOrder(who, order, 'pair_offline')), at)
        await books.reload()
        break
      case 'moved':
        await books.reload()
    }
  }
  throw new Error(`the market of ${order.pair.symbol} does not stand still`)
}

const inEarnest = (env: Env, entry: DeferredAdmission, books: Books): Way => ({
  books,
  store: (decided, bounds) => stored(env, entry, books, decided, bounds),
  halts: async (symbol) => (await haltExposed(env, symbol), true),
})

/** Stored as it would be, and undone. Venues are not asked: they are taken to stand by their quotes. */
const trial = (env: Env, books: Books): Way => ({
  books,
  store: (decided, bounds) => {
    const placement = needsVenue(decided)
      ? heldPlacement(books, decided, bounds)
      : { decided, journal: journalOf(books, decided), bounds }
    return rolledBack(env, (tx) => storeOrderIn(env, tx, placement))
  },
  halts: async () => false,
})

/** Stored, by the statement that admits who asks unless they have been admitted. */
async function stored(env: Env, entry: DeferredAdmission, books: Books, decided: Decided, bounds: Bounds | null) {
  if (needsVenue(decided)) {
    await entry.admit()
    return placeAtVenues(env, books, decided, bounds)
  }
  const placement = { decided, journal: journalOf(books, decided), bounds, asked: entry.pendingRequest() }
  return letIn(entry, await placementsOf(env).submit(placement))
}

const first = (shown: OrderView, at: Date): OrderAnswer => ({ answer: envelopeOf(shown, at), replayed: false })

const decide = (order: Order, market: Market, without?: ReadonlySet<string>): Decision =>
  market.halted === null ? fillOrKill(order, market, without) : { kind: 'kill', reason: 'pair_offline' }

const needsVenue = ({ legs }: Decided): boolean => legs.some(({ quote }) => quote.provider !== deskName)

type Who = Pick<Decided, 'id' | 'institutionId' | 'clordid' | 'version' | 'at'>

const decidedBy = (who: Who, order: Order, decision: Decision): Decided =>
  decision.kind === 'kill'
    ? rejectedOrder(who, order, decision.reason)
    : filledOrder(who, order, decision.legs, decision.amount)

const journalOf = (books: Books, decided: Decided): Journal | null =>
  decided.state === 'Filled' ? filled(decided.id, dealOf(books, decided)) : null

/** What the first one under this clordid was told; `duplicate_clordid` when it asked for something else. */
async function storedAnswer(
  env: Env,
  { id, institutionId, clordid }: By & Partial<Who>,
  order: Order,
): Promise<OrderAnswer> {
  const row = await endedOrder(env, institutionId, clordid)
  const { pair, side, qty, price } = order
  const isSame = row.symbol === pair.symbol && row.side === side && row.qty === qty && row.price === price
  if (!isSame) throw new ApiError('duplicate_clordid', { clordid, ordid: row.id })
  // Our own, when the database was lost after it had committed.
  return { answer: envelopeOf(row, row.created_at), replayed: row.id !== id }
}

/** An order at a venue is decided within two seconds; another process may be at it. */
const patienceMs = 3_000
const pauseMs = 25

async function isKnown({ db }: Env, { institutionId, clordid }: By): Promise<boolean> {
  const found = await db.query('select from trading.client_order where institution_id = $1 and clordid = $2', [
    institutionId,
    clordid,
  ])
  return found.length > 0
}

async function endedOrder(env: Env, institutionId: string, clordid: string): Promise<OrderRow> {
  const until = env.clock.elapsed() + patienceMs
  for (;;) {
    const [row] = await env.db.query<OrderRow>({
      name: 'trading.order_by_clordid',
      text: 'select * from trading.client_order where institution_id = $1 and clordid = $2',
      values: [institutionId, clordid],
    })
    if (row && row.state !== 'received') return row
    if (env.clock.elapsed() > until) throw new ApiError('request_in_progress', { clordid })
    await sleep(pauseMs)
  }
}

/** What would have been answered; where it was asked for before, what was. */
function validated({ answer, replayed }: OrderAnswer, { pair }: Order): OrderAnswer {
  const order = replayed ? answer.order : { ...answer.order, ordid: '' }
  return { answer: { ...answer, order, validated: true, limits: [orderMaximum(pair)] }, replayed }
}
