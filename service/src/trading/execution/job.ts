import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { Execution } from '../../base/ports/venue.ts'
import { Refused } from '../../ledger/posting/journal.ts'
import { booksOf } from '../market/books.ts'
import { haltExposed } from '../market/exposure.ts'
import { settleExecution, settleOrder } from '../order/settle.ts'

// Looks up executions that got no answer, and settles orders whose process died.

/** Longer than an order takes in its own process. */
const overdueMs = 2_500
const lookUpMs = 2_000

export const settleExecutions: Job = {
  name: 'trading.executions',
  everyMs: 500,
  run: async (env) => {
    const overdue = new Date(env.clock.now().getTime() - overdueMs)
    const answers = await lookUp(env, overdue)
    return (await endOrders(env, overdue, answers)) + (await endExecutions(env, answers))
  },
}

type Answers = ReadonlyMap<string, Execution>

/**
 * The venues' answers about executions in doubt (E1: looked up, never sent again). A venue that does not answer is left
 * out.
 */
async function lookUp(env: Env, overdue: Date): Promise<Answers> {
  const doubtful = await env.db.query<{ id: string; venue: string }>(
    `select e.id, e.venue from trading.execution e join trading.client_order o on o.id = e.order_id
     where e.state = 'sent' and (o.state <> 'received' or e.created_at < $1) order by e.created_at limit 200`,
    [overdue],
  )
  const answers = new Map<string, Execution>()
  // After a first failure a venue is not called again in this run: each call would wait for a timeout.
  const unreachable = new Set<string>()
  for (const { id, venue: name } of doubtful) {
    if (unreachable.has(name)) continue
    const venue = env.venues.find((one) => one.name === name)
    try {
      const answer = await venue?.execution(id, lookUpMs)
      if (answer !== undefined) answers.set(id, answer ?? { status: 'killed', reason: 'the venue never had it' })
    } catch (error) {
      unreachable.add(name)
      env.log.warn({ err: error, venue: name, execution: id }, 'looking up an execution at its venue failed')
    }
  }
  return answers
}

/** Orders whose process died. */
async function endOrders(env: Env, overdue: Date, answers: Answers): Promise<number> {
  const open = await env.db.query<{ id: string }>(
    `select id from trading.client_order where state = 'received' and created_at < $1 order by created_at limit 200`,
    [overdue],
  )
  for (const { id } of open) {
    await withFaultPoint(env, 'order.ended', () => env.db.tx((tx) => settleOrder(env, tx, id, answers)))
  }
  return open.length
}

/** Executions, taken or not, of orders that were rejected. */
async function endExecutions(env: Env, answers: Answers): Promise<number> {
  const open = await env.db.query<{ id: string; state: string }>(
    `select e.id, e.state from trading.execution e join trading.client_order o on o.id = e.order_id
     where e.state in ('sent', 'filled') and o.state = 'Rejected' order by e.created_at limit 200`,
  )
  let steps = 0
  if (open.length === 0) return steps
  const books = await booksOf(env)
  for (const { id, state } of open) {
    const answer = answers.get(id) ?? null
    if (state === 'sent' && answer === null) continue
    try {
      const exposed = await withFaultPoint(env, 'execution.taken_over', () =>
        env.db.tx((tx) => settleExecution(env, tx, id, answer, books)),
      )
      if (exposed !== null) await haltExposed(env, exposed)
      steps += 1
    } catch (error) {
      // The house cannot pay for it yet; what it bought stays on hold.
      if (!(error instanceof Refused)) throw error
      env.log.error({ err: error, execution: id }, 'the house is short of what a venue is owed: fund its desk')
    }
  }
  return steps
}
