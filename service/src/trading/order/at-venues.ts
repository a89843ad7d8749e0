import { OutcomeUnknown, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { Execution } from '../../base/ports/venue.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { retryOnConnectionLoss } from '../../ledger/posting/retry-on-connection-loss.ts'
import type { Books } from '../market/books.ts'
import { deskName } from '../market/desk.ts'
import { recordExecutions } from '../execution/row.ts'
import type { Bounds } from '../market/exposure.ts'
import type { Leg } from '../market/fill-or-kill.ts'
import { held } from './journals.ts'
import { dealOf, type Decided, type OrderRow } from './row.ts'
import { storeOrderIn, type Placement, type Verdict } from './store-orders.ts'
import { settleOrder } from './settle.ts'

// An order that takes quotes of venues. It is stored with the money of both sides on hold, executed at the venues, then
// settled. A venue that does not answer does not delay the client. The order is rejected, and the job in order/job.ts later
// finds out the venue's outcome.

type Sent = { readonly id: string; readonly leg: Leg }

/** The order after settlement, or why it was not stored. */
export async function placeAtVenues(
  env: Env,
  books: Books,
  filled: Decided,
  bounds: Bounds | null,
): Promise<Verdict | { row: OrderRow }> {
  const decided = pendingAtVenues(filled)
  const sent = decided.legs
    .filter(({ quote }) => quote.provider !== deskName)
    .map((leg) => ({ id: env.ids.uuid(decided.at), leg }))
  const verdict = await withFaultPoint(env, 'order.held', () => store(env, books, decided, sent, bounds))
  if (verdict.outcome !== 'placed') return verdict
  const answers = await withFaultPoint(env, 'order.asked', () => executeAll(env, books, decided, sent))
  const row = await withFaultPoint(env, 'order.ended', () =>
    env.db.tx((tx) => settleAndWake(env, tx, decided.id, answers)),
  ).catch(outcomeUnknown)
  return { row }
}

/**
 * The venues have received the order. After any failure the client must get an unknown outcome, not a failure. The job will
 * settle the order.
 */
function outcomeUnknown(error: unknown): never {
  throw error instanceof OutcomeUnknown ? error : new OutcomeUnknown('The order is with its venues.', error)
}

/** The house takes over a venue's fill of a rejected order. The job does this, and is woken immediately. */
async function settleAndWake(env: Env, tx: Tx, id: string, answers: ReadonlyMap<string, Execution>): Promise<OrderRow> {
  const row = await settleOrder(env, tx, id, answers)
  if (row.state === 'Rejected') env.jobs.wake(tx, 'trading.executions')
  return row
}

/** The stored form until the venues have answered. The money of both sides is on hold. */
const pendingAtVenues = (filled: Decided): Decided => ({ ...filled, state: 'received', tradeId: null })

/** The placement that is stored before the venues are called. */
export function heldPlacement(books: Books, filled: Decided, bounds: Bounds | null): Placement {
  const decided = pendingAtVenues(filled)
  return { decided, journal: held(decided.id, dealOf(books, decided)), bounds }
}

/** A retry after a lost connection can find its own order as `taken`. Then nothing was sent, and the job settles it. */
function store(
  env: Env,
  books: Books,
  decided: Decided,
  sent: readonly Sent[],
  bounds: Bounds | null,
): Promise<Verdict> {
  const { id, order, institutionId } = decided
  const placement = heldPlacement(books, decided, bounds)
  const identity = { id, institutionId, symbol: order.pair.symbol, side: order.side }
  return retryOnConnectionLoss(
    env,
    () => `the order ${id}`,
    () =>
      env.db.tx(async (tx) => {
        const verdict = await storeOrderIn(env, tx, placement)
        if (verdict.outcome === 'placed')
          await recordExecutions(tx, identity, sent, byService(env, 'an order takes it'))
        return verdict
      }),
  )
}

/** An order is answered within two seconds, even when venues do not answer. */
const executeMs = 1_000
const lookUpMs = 400

/** The answer of each venue. A venue without an answer is missing here, and gets no orders for a moment. */
async function executeAll(
  env: Env,
  books: Books,
  { order }: Decided,
  sent: readonly Sent[],
): Promise<Map<string, Execution>> {
  const answers = new Map<string, Execution>()
  await Promise.all(
    sent.map(async ({ id, leg }) => {
      const { provider, quoteid, price } = leg.quote
      const request = { symbol: order.pair.symbol, side: order.side, quoteid, price, qty: leg.qty, amount: leg.amount }
      const venue = books.venue(provider)
      try {
        const answer = await venue
          .execute(id, request, executeMs)
          .catch(
            async (error: unknown) =>
              (await venue.execution(id, lookUpMs)) ?? { status: 'killed', reason: neverReceived(error) },
          )
        answers.set(id, answer as Execution)
      } catch (error) {
        books.setAside(provider)
        env.log.warn({ err: error, venue: provider, execution: id }, 'a venue gave no answer; the job looks it up')
      }
    }),
  )
  return answers
}

const neverReceived = (error: unknown): string =>
  `unknown to the venue (${error instanceof Error ? error.message : 'no answer'})`
