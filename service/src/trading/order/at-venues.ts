import { OutcomeUnknown, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { around } from '../../base/faults.ts'
import type { Execution } from '../../base/ports/venue.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { retryOnConnectionLoss } from '../../ledger/posting/retry-on-connection-loss.ts'
import type { Books } from '../market/books.ts'
import { deskName } from '../market/desk.ts'
import { recordExecutions } from '../execution/row.ts'
import type { Bounds } from '../market/exposure.ts'
import type { Leg } from './fill-or-kill.ts'
import { held } from './journals.ts'
import { dealOf, type Decided, type OrderRow } from './row.ts'
import { storeOrderIn, type Placement, type Verdict } from './store-orders.ts'
import { settleOrder } from './settle.ts'

// An order that takes quotes of venues. It is stored with both sides' money on hold, then the venues are asked, then it
// ends. A venue that does not answer does not hold up the client: the order is rejected, and what the venue did is found
// out afterwards (execution/job.ts).

type Sent = { readonly id: string; readonly leg: Leg }

/** The order as it ended, or why it was not stored. */
export async function placeAtVenues(
  env: Env,
  books: Books,
  filled: Decided,
  bounds: Bounds | null,
): Promise<Verdict | { row: OrderRow }> {
  const decided = withVenues(filled)
  const sent = decided.legs
    .filter(({ quote }) => quote.provider !== deskName)
    .map((leg) => ({ id: env.ids.uuid(decided.at), leg }))
  const verdict = await around(env, 'order.held', () => store(env, books, decided, sent, bounds))
  if (verdict.outcome !== 'placed') return verdict
  const answers = await around(env, 'order.asked', () => askAll(env, books, decided, sent))
  const row = await around(env, 'order.ended', () => env.db.tx((tx) => ended(env, tx, decided.id, answers))).catch(
    notSettled,
  )
  return { row }
}

/** Venues were asked: whatever stands in the way now, nobody may be told that nothing was done. The job will settle it. */
function notSettled(error: unknown): never {
  throw error instanceof OutcomeUnknown ? error : new OutcomeUnknown('The order is with its venues.', error)
}

/** The house takes over at once what was filled for nothing; where it cannot, the job will. */
async function ended(env: Env, tx: Tx, id: string, answers: ReadonlyMap<string, Execution>): Promise<OrderRow> {
  const row = await settleOrder(env, tx, id, answers)
  if (row.state === 'Rejected') env.jobs.wake(tx, 'trading.executions')
  return row
}

/** As it is stored until its venues have answered: both sides' money is on hold. */
const withVenues = (filled: Decided): Decided => ({ ...filled, state: 'received', tradeId: null })

/** What is stored of an order before venues are asked. */
export function heldPlacement(books: Books, filled: Decided, bounds: Bounds | null): Placement {
  const decided = withVenues(filled)
  return { decided, journal: held(decided.id, dealOf(books, decided)), bounds }
}

/** One that is there already is `taken`, also by itself: then nothing was sent, and the job ends it. */
function store(
  env: Env,
  books: Books,
  decided: Decided,
  sent: readonly Sent[],
  bounds: Bounds | null,
): Promise<Verdict> {
  const { id, order, institutionId } = decided
  const placement = heldPlacement(books, decided, bounds)
  const who = { id, institutionId, symbol: order.pair.symbol, side: order.side }
  return retryOnConnectionLoss(
    env,
    () => `the order ${id}`,
    () =>
      env.db.tx(async (tx) => {
        const verdict = await storeOrderIn(env, tx, placement)
        if (verdict.outcome === 'placed') await recordExecutions(tx, who, sent, byService(env, 'an order takes it'))
        return verdict
      }),
  )
}

/** An order is answered within two seconds, whatever venues do. */
const executeMs = 1_000
const lookUpMs = 400

/** What each venue says; one that says nothing is missing, and is not asked again for a moment. */
async function askAll(
  env: Env,
  books: Books,
  { order }: Decided,
  sent: readonly Sent[],
): Promise<Map<string, Execution>> {
  const answers = new Map<string, Execution>()
  await Promise.all(
    sent.map(async ({ id, leg }) => {
      const { provider, quoteid, price } = leg.quote
      const ask = { symbol: order.pair.symbol, side: order.side, quoteid, price, qty: leg.qty, amount: leg.amount }
      const venue = books.venue(provider)
      try {
        const answer = await venue
          .execute(id, ask, executeMs)
          .catch(
            async (error: unknown) =>
              (await venue.execution(id, lookUpMs)) ?? { status: 'killed', reason: said(error) },
          )
        answers.set(id, answer as Execution)
      } catch (error) {
        books.setAside(provider)
        env.log.warn({ err: error, venue: provider, execution: id }, 'a venue gave no answer; it will be asked again')
      }
    }),
  )
  return answers
}

const said = (error: unknown): string =>
  `the venue never had it (${error instanceof Error ? error.message : 'no answer'})`
