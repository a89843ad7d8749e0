import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Execution } from '../../base/ports/venue.ts'
import { moveRows, byService } from '../../base/state-machine/transitions.ts'
import { isStopped } from '../../onboarding/standing.ts'
import { house } from '../../ledger/house.ts'
import { postIn } from '../../ledger/posting/post.ts'
import type { Books } from '../market/books.ts'
import { deskName } from '../market/desk.ts'
import {
  type Exchange,
  exchangeWith,
  executionMachine,
  type ExecutionRow,
  executions,
  applyAnswers,
} from '../execution/row.ts'
import { countUnconditionally, flowOf, reversed } from '../market/exposure.ts'
import { type Deal, freed, released, settled, takenOver } from './journals.ts'
import type { OrderRow } from './row.ts'
import { pairOf } from '../market/pair.ts'

// Settlement of orders at venues.

/**
 * Filled when every venue has filled its part, otherwise rejected (O1). A missing answer counts as not filled; for a
 * meanwhile suspended institution nothing is filled. A settled order is returned unchanged.
 */
export async function settleOrder(
  env: Env,
  tx: Tx,
  id: string,
  answers: ReadonlyMap<string, Execution>,
): Promise<OrderRow> {
  const [order] = await tx.query<OrderRow>('select * from trading.lock_order($1)', [id])
  if (order!.state !== 'received') return order!
  const rows = await tx.query<ExecutionRow>(`${executions} where order_id = $1 order by e.id for update of e`, [id])
  const updated = await applyAnswers(env, tx, rows, answers)
  const isFilled = updated.every(({ state }) => state === 'filled')
  return isFilled && !(await isStopped(tx, order!.institution_id))
    ? fill(env, tx, order!, updated)
    : reject(env, tx, order!, updated)
}

async function fill(env: Env, tx: Tx, order: OrderRow, taken: readonly ExecutionRow[]): Promise<OrderRow> {
  await postIn(env, tx, [settled(order.id, dealOf(order, taken))])
  await moveRows(tx, executionMachine, taken, 'settle', byService(env, 'the order is filled'))
  return end(env, tx, order, true)
}

/** A venue's certain or possible fill stays on hold until the house takes it over or the venue denies it. */
async function reject(env: Env, tx: Tx, order: OrderRow, taken: readonly ExecutionRow[]): Promise<OrderRow> {
  const free = [...deskExchanges(order), ...taken.filter(({ state }) => state === 'killed').map(exchangeWith)]
  await postIn(env, tx, [released(order.id, dealOf(order, taken), free)])
  const deskFlows = deskExchanges(order).map(({ qty, amount }) => flowOf(order.side, qty, amount))
  for (const flow of deskFlows) await countUnconditionally(env, tx, order.symbol, reversed(flow), null)
  return end(env, tx, order, false)
}

async function end(env: Env, tx: Tx, order: OrderRow, filled: boolean): Promise<OrderRow> {
  const [ended] = await tx.query<OrderRow>('select * from trading.end_order($1, $2, $3)', [
    order.id,
    filled,
    env.clock.now(),
  ])
  return ended!
}

function dealOf(order: OrderRow, taken: readonly ExecutionRow[]): Deal {
  return {
    pair: pairOf(order.symbol),
    side: order.side,
    client: order.institution_id,
    fee: order.fee,
    exchanges: [...deskExchanges(order), ...taken.map(exchangeWith)],
  }
}

const deskExchanges = ({ fills }: OrderRow): Exchange[] =>
  fills
    .filter(([provider]) => provider === deskName)
    .map(([, , qty, , amount]) => ({ holder: house, qty: BigInt(qty), amount: BigInt(amount) }))

/** Stores a venue's answer about an execution in doubt whose order was rejected. The unfilled part is released. */
export async function storeAnswer(
  env: Env,
  tx: Tx,
  id: string,
  answers: ReadonlyMap<string, Execution>,
): Promise<void> {
  const rows = await lockExecution(tx, id, 'sent')
  const killed = (await applyAnswers(env, tx, rows, answers)).filter(({ state }) => state === 'killed')
  await postIn(
    env,
    tx,
    killed.map((row) => freed(id, pairOf(row.symbol), row.side, exchangeWith(row))),
  )
}

/**
 * The house takes over a venue's fill of a rejected order. Such a fill counts as a fill of the desk. Returns the symbol
 * of the pair when that exceeds a limit of the desk (market/exposure.ts).
 */
export async function takeOverExecution(env: Env, tx: Tx, id: string, books: Books): Promise<string | null> {
  const [row] = await lockExecution(tx, id, 'filled')
  if (row === undefined) return null
  const { symbol, side, qty, amount } = row
  const pair = pairOf(symbol)
  await postIn(env, tx, [takenOver(id, pair, side, exchangeWith(row))])
  await moveRows(tx, executionMachine, [row], 'take_over', byService(env, 'its order was rejected'))
  const flow = reversed(flowOf(side, qty, amount))
  return (await countUnconditionally(env, tx, symbol, flow, books.of(pair).bounds)) ? null : symbol
}

/** No row when the execution has left this state. */
const lockExecution = (tx: Tx, id: string, state: ExecutionRow['state']): Promise<ExecutionRow[]> =>
  tx.query<ExecutionRow>(`${executions} where e.id = $1 and e.state = $2 for update of e`, [id, state])
