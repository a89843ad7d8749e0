import { machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Execution, Side } from '../../base/ports/venue.ts'
import { setActor, type By, type Stateful } from '../../base/state-machine/move.ts'
import { moveRows, byService } from '../../base/state-machine/transitions.ts'
import type { Leg } from '../market/fill-or-kill.ts'

/** The exchange between one quoter and the client. */
export type Exchange = { readonly holder: string; readonly qty: bigint; readonly amount: bigint }

/** A venue's quote that an order has taken, or tried to take. */
export type ExecutionRow = {
  id: string
  order_id: string
  venue: string
  quoteid: string
  symbol: string
  side: Side
  qty: bigint
  price: bigint
  amount: bigint
  state: 'sent' | 'filled' | 'killed' | 'settled' | 'taken_over'
  reason: string | null
  created_at: Date
  /** The institution whose account holds the venue's inventory. */
  holder: string
}

export const executionMachine: Stateful = { machine: machines.execution, table: 'trading.execution' }

/** Executions with their holder; the caller adds the condition. */
export const executions = `select e.*, v.institution_id::text as holder
  from trading.execution e join trading.venue v on v.name = e.venue`

export const exchangeWith = ({ holder, qty, amount }: ExecutionRow): Exchange => ({ holder, qty, amount })

/** Stores one execution for each leg at a venue, before anything is sent. */
export async function recordExecutions(
  tx: Tx,
  order: { id: string; institutionId: string; symbol: string; side: Side },
  sent: readonly { readonly id: string; readonly leg: Leg }[],
  by: By,
): Promise<void> {
  await setActor(tx, by)
  for (const { id, leg } of sent) {
    const { provider, quoteid, price } = leg.quote
    await tx.query(
      `insert into trading.execution (id, order_id, institution_id, venue, quoteid, symbol, side, qty, price, amount, state,
         created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
      [
        id,
        order.id,
        order.institutionId,
        provider,
        quoteid,
        order.symbol,
        order.side,
        leg.qty,
        price,
        leg.amount,
        machines.execution.initial,
        by.at,
      ],
    )
  }
}

/** Applies the venues' answers, and returns the updated executions. The caller has locked them. */
export async function applyAnswers(
  env: Env,
  tx: Tx,
  rows: readonly ExecutionRow[],
  answers: ReadonlyMap<string, Execution>,
): Promise<ExecutionRow[]> {
  const updated: ExecutionRow[] = []
  for (const row of rows) {
    const answer = row.state === 'sent' ? answers.get(row.id) : undefined
    if (answer === undefined) updated.push(row)
    else if (answer.status === 'filled')
      updated.push(...(await moveRows(tx, executionMachine, [row], 'fill', byService(env, 'the venue has filled it'))))
    else {
      const { reason } = answer
      updated.push(...(await moveRows(tx, executionMachine, [row], 'kill', byService(env, reason), { reason })))
    }
  }
  return updated
}
