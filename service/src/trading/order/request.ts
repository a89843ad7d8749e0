import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { addOrder as AddOrder } from '@specie/protocol/endpoints/trading.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { isDryRun, rolledBack } from '../../base/idempotency/once.ts'
import { serializeByKey, type Queues } from '../../base/concurrency/serialize-by-key.ts'
import { limitsOn } from '../../compliance/limit/left.ts'
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
import { applyAdmission, placementsOf, storeOrderIn, type Verdict } from './store-orders.ts'
import { heldPlacement, placeAtVenues } from './at-venues.ts'
import { dayMs } from '../../base/clock.ts'

type OrderRequest = RequestOf<typeof AddOrder>
type OrderAnswer = { answer: ResponseOf<typeof AddOrder>; replayed: boolean }

/**
 * Decides an order over the current quotes and fills or rejects it, in one posting: order, trade and journal (O1). A
 * repeated clordid gets the same answer and has no second effect, in any process (O2).
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
    return isDryRun(ask) ? validated(env, institutionId, answered, order) : answered
  }
  const books = await booksOf(env)
  if (isDryRun(ask)) {
    await entry.admit()
    return validated(env, institutionId, await execute(env, { ...dryRunMode(env, books), by, order }), order)
  }
  const [turns, name] = [queuesOf(env), `${institutionId} ${ask.clordid}`]
  // Admit before queueing, so that the nonce does not go stale.
  if (turns.has(name)) await entry.admit()
  return serializeByKey(turns, name, () => execute(env, { ...liveMode(env, entry, books), by, order }))
}

type By = { readonly institutionId: string; readonly clordid: string }

/** A delayed order, or one from a client with a wrong clock, is refused. */
const isOfToday = ({ clock }: Env, timestamp: string): boolean =>
  Math.abs(Date.parse(timestamp) - clock.wall()) <= dayMs

/** A repeated order is answered with any timestamp; a new one may be refused. */
async function answeredBefore(env: Env, by: By, order: Order): Promise<OrderAnswer> {
  if (await isKnown(env, by)) return storedAnswer(env, by, order)
  throw badRequest(
    'range',
    `\`timestamp\` differs from the time of the service, ${env.clock.now().toISOString()}, by more than 24 hours. Send the time of the request, and check your clock.`,
    'timestamp',
  )
}

/** The request, without checks that depend on the current market. */
function orderOf(ask: OrderRequest): Order {
  const pair = pairOf(ask.symbol)
  const side = sideOf(ask.side)
  if (ask.ordtype !== 'Limit') throw invalid('ordtype', 'Send Limit as `ordtype`: no other order is accepted.')
  if (ask.timeinforce !== 'FOK')
    throw invalid('timeinforce', 'Send FOK as `timeinforce`: orders are filled at once or not at all.')
  return { pair, side, qty: quantityOf(pair, ask.orderqty), price: priceOf(pair, ask.price) }
}

const invalid = (field: string, message: string): ApiError =>
  new ApiError('invalid_order', { field, rule: 'enum' }, message)

/** Orders in progress, by institution and clordid. */
const queuesOf = perProcess((): Queues => new Map())

/** A switch or an inventory may change between decision and posting; then the order is decided again. */
const maxDecisions = 20

/** The mode of an order: live or dry run. */
type ExecutionMode = {
  readonly books: Books
  store(decided: Decided, bounds: Bounds | null): Promise<Verdict | { row: OrderRow }>
  /**
   * The desk would exceed a limit: takes the pair off the market and returns true, or in a dry run rejects the order
   * likewise.
   */
  halts(symbol: string): Promise<boolean>
}

async function execute(
  env: Env,
  { books, by, order, ...mode }: ExecutionMode & { by: By; order: Order },
): Promise<OrderAnswer> {
  const without = new Set<string>()
  let isOverLimit = false
  for (let n = 0; n < maxDecisions; n += 1) {
    const market = books.of(order.pair)
    const at = env.clock.now()
    const identity = { id: env.ids.uuid(at), ...by, version: market.version, at }
    const decision = isOverLimit ? overLimit : decide(order, market, without)
    const decided = decidedBy(identity, order, decision)
    const verdict = await mode.store(decided, market.bounds)
    if ('row' in verdict) return first(verdict.row, at)
    switch (verdict.outcome) {
      case 'placed':
        return first(orderView(decided), at)
      case 'short':
        return first(orderView(rejectedOrder(identity, order, 'insufficient_balance')), at)
      case 'over_limit':
        isOverLimit = true
        break
      case 'taken':
        return storedAnswer(env, identity, order)
      case 'quoter_short':
        without.add(books.providerOf(verdict.holder))
        break
      case 'exposed':
        if (!(await mode.halts(order.pair.symbol)))
          return first(orderView(rejectedOrder(identity, order, 'pair_offline')), at)
        await books.reload()
        break
      case 'moved':
        await books.reload()
    }
  }
  throw new Error(`the market of ${order.pair.symbol} changes too fast to decide an order`)
}

/** Stored like every other rejection, so that a repeated order gets the same answer. */
const overLimit: Decision = { kind: 'kill', reason: 'limit_exceeded' }

const liveMode = (env: Env, entry: DeferredAdmission, books: Books): ExecutionMode => ({
  books,
  store: (decided, bounds) => stored(env, entry, books, decided, bounds),
  halts: async (symbol) => (await haltExposed(env, symbol), true),
})

/** Stored and rolled back. Venues are not called. Their quotes count as firm. */
const dryRunMode = (env: Env, books: Books): ExecutionMode => ({
  books,
  store: (decided, bounds) => {
    const placement = needsVenue(decided)
      ? heldPlacement(books, decided, bounds)
      : { decided, journal: journalOf(books, decided), bounds }
    return rolledBack(env, (tx) => storeOrderIn(env, tx, placement))
  },
  halts: async () => false,
})

/** Stores the order, in the statement that admits its caller if that is still due. */
async function stored(env: Env, entry: DeferredAdmission, books: Books, decided: Decided, bounds: Bounds | null) {
  if (needsVenue(decided)) {
    await entry.admit()
    return placeAtVenues(env, books, decided, bounds)
  }
  const placement = { decided, journal: journalOf(books, decided), bounds, admission: entry.pendingRequest() }
  return applyAdmission(entry, await placementsOf(env).submit(placement))
}

const first = (shown: OrderView, at: Date): OrderAnswer => ({ answer: envelopeOf(shown, at), replayed: false })

const decide = (order: Order, market: Market, without?: ReadonlySet<string>): Decision =>
  market.halted === null ? fillOrKill(order, market, without) : { kind: 'kill', reason: 'pair_offline' }

const needsVenue = ({ legs }: Decided): boolean => legs.some(({ quote }) => quote.provider !== deskName)

type OrderIdentity = Pick<Decided, 'id' | 'institutionId' | 'clordid' | 'version' | 'at'>

const decidedBy = (identity: OrderIdentity, order: Order, decision: Decision): Decided =>
  decision.kind === 'kill'
    ? rejectedOrder(identity, order, decision.reason)
    : filledOrder(identity, order, decision.legs, decision.amount)

const journalOf = (books: Books, decided: Decided): Journal | null =>
  decided.state === 'Filled' ? filled(decided.id, dealOf(books, decided)) : null

/** The answer to the first order under this clordid; `duplicate_clordid` when that had other content. */
async function storedAnswer(
  env: Env,
  { id, institutionId, clordid }: By & Partial<OrderIdentity>,
  order: Order,
): Promise<OrderAnswer> {
  const row = await endedOrder(env, institutionId, clordid)
  const { pair, side, qty, price } = order
  const isSame = row.symbol === pair.symbol && row.side === side && row.qty === qty && row.price === price
  if (!isSame) throw new ApiError('duplicate_clordid', { clordid, ordid: row.id })
  // Our own order, when the database was lost after the commit.
  return { answer: envelopeOf(row, row.created_at), replayed: row.id !== id }
}

/** An order at a venue is decided within two seconds, perhaps by another process. */
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

/** The answer as it would have been; for a repeated order the stored one. */
async function validated(
  { db }: Env,
  institutionId: string,
  { answer, replayed }: OrderAnswer,
  { pair }: Order,
): Promise<OrderAnswer> {
  const order = replayed ? answer.order : { ...answer.order, ordid: '' }
  const limits = [orderMaximum(pair), ...(await limitsOn(db, institutionId, 'trade', [pair.base, pair.quote]))]
  return { answer: { ...answer, order, validated: true, limits }, replayed }
}
