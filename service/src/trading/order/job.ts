import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import { forEachItem } from '../../base/jobs/for-each-due.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { Execution, Venue } from '../../base/ports/venue.ts'
import { Refused } from '../../ledger/posting/journal.ts'
import { type Books, booksOf } from '../market/books.ts'
import { haltExposed } from '../market/exposure.ts'
import { settleOrder, storeAnswer, takeOverExecution } from './settle.ts'
import type { ExecutionRow } from '../execution/row.ts'

// Looks up executions that got no answer, and settles orders whose process died.

/** Longer than an order takes in its own process. */
const overdueMs = 2_500
const lookUpMs = 2_000
/** The maximum delay that a slow venue causes to others. */
const lineMs = 10_000
const lineLength = 200

export const settleExecutions: Job = {
  name: 'trading.executions',
  everyMs: 500,
  run: async (env) => {
    const overdue = new Date(env.clock.now().getTime() - overdueMs)
    const answers = await lookUp(env, overdue)
    const steps = [() => endOrders(env, overdue, answers), () => storeAnswers(env, answers), () => takeOver(env)]
    return forEachItem(env, steps, (step) => step())
  },
}

type Answers = ReadonlyMap<string, Execution>

/**
 * The venues' answers about executions in doubt (E1: looked up, never sent again). Each venue has its own queue, so a slow
 * or unreachable one does not block the others.
 */
async function lookUp(env: Env, overdue: Date): Promise<Answers> {
  const lines = await Promise.all(env.venues.map((venue) => lookUpAt(env, venue, overdue)))
  return new Map(lines.flatMap((answers) => [...answers]))
}

/** After a first failure the venue is not called again in this run. Otherwise each call would wait for a timeout. */
async function lookUpAt(env: Env, venue: Venue, overdue: Date): Promise<Answers> {
  const doubtful = await env.db.query<{ id: string }>(
    `select e.id from trading.execution e join trading.client_order o on o.id = e.order_id
     where e.state = 'sent' and e.venue = $2 and (o.state <> 'received' or e.created_at < $1)
     order by e.created_at limit ${lineLength}`,
    [overdue, venue.name],
  )
  const answers = new Map<string, Execution>()
  const until = env.clock.elapsed() + lineMs
  for (const { id } of doubtful) {
    if (env.clock.elapsed() > until) break
    try {
      const answer = await venue.execution(id, lookUpMs)
      answers.set(id, answer ?? { status: 'killed', reason: 'unknown to the venue' })
    } catch (error) {
      env.log.warn({ err: error, venue: venue.name, execution: id }, 'looking up an execution at its venue failed')
      break
    }
  }
  return answers
}

/** Orders whose process died. */
async function endOrders(env: Env, overdue: Date, answers: Answers): Promise<number> {
  const open = await env.db.query<{ id: string }>(
    `select id from trading.client_order where state = 'received' and created_at < $1
     order by created_at limit ${lineLength}`,
    [overdue],
  )
  return forEachItem(env, open, async ({ id }) => {
    await withFaultPoint(env, 'order.ended', () => env.db.tx((tx) => settleOrder(env, tx, id, answers)))
    return 1
  })
}

/** Stores the answers about executions whose orders were rejected. */
async function storeAnswers(env: Env, answers: Answers): Promise<number> {
  if (answers.size === 0) return 0
  const open = await env.db.query<{ id: string }>(
    `select e.id from trading.execution e join trading.client_order o on o.id = e.order_id
     where e.id = any($1) and e.state = 'sent' and o.state = 'Rejected' order by e.created_at`,
    [[...answers.keys()]],
  )
  return forEachItem(env, open, async ({ id }) => {
    await env.db.tx((tx) => storeAnswer(env, tx, id, answers))
    return 1
  })
}

type Line = Pick<ExecutionRow, 'venue' | 'symbol' | 'side'>

const toTakeOver = `trading.execution e join trading.client_order o on o.id = e.order_id
  where e.state = 'filled' and o.state = 'Rejected'`

/** Filled executions of rejected orders. A shortage of the house in one asset does not block the others. */
async function takeOver(env: Env): Promise<number> {
  const lines = await env.db.query<Line>(`select distinct e.venue, e.symbol, e.side from ${toTakeOver}`)
  if (lines.length === 0) return 0
  const books = await booksOf(env)
  return forEachItem(env, lines, (line) => takeOverLine(env, books, line))
}

async function takeOverLine(env: Env, books: Books, { venue, symbol, side }: Line): Promise<number> {
  const open = await env.db.query<{ id: string }>(
    `select e.id from ${toTakeOver} and e.venue = $1 and e.symbol = $2 and e.side = $3
     order by e.created_at limit ${lineLength}`,
    [venue, symbol, side],
  )
  return forEachItem(env, open, async ({ id }) => {
    try {
      const exposed = await withFaultPoint(env, 'execution.taken_over', () =>
        env.db.tx((tx) => takeOverExecution(env, tx, id, books)),
      )
      if (exposed !== null) await haltExposed(env, exposed)
      return 1
    } catch (error) {
      // The house cannot pay for it yet; its purchase stays on hold.
      if (!(error instanceof Refused)) throw error
      env.log.error({ err: error, execution: id }, 'the house cannot pay a venue; fund its desk')
      return 0
    }
  })
}
