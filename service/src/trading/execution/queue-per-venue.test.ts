import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { post } from '@specie/test/post.ts'
import { availableTo, endow, institutionWith } from '@specie/test/trading.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import type { Execution, Venue } from '../../base/ports/venue.ts'
import { account } from '../../ledger/chart.ts'
import { house } from '../../ledger/house.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { settleExecutions } from '../order/job.ts'

// Waiting executions of one venue must not delay those of another.

let database: TestDatabase
let env: Env
let beta: string

const venue = (name: string, execution: () => Promise<Execution | null>): Venue => ({
  name,
  instruments: () => new Map(),
  ladder: () => null,
  execute: execution as Venue['execute'],
  execution,
  positions: async () => new Map(),
  health: () => ({ connected: true, heardAt: null }),
  close: async () => {},
})

const away = () => Promise.reject(new Error('no answer'))
const filled = async (): Promise<Execution> => ({ status: 'filled' })

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { venues: [venue('alpha', away), venue('beta', filled)] })
  beta = await institutionWith(env, database, { VCHF: '1000' })
  const alpha = await institutionWith(env, database, {})
  await withoutTriggers(`insert into trading.venue values ('alpha', $1, now()), ('beta', $2, now())`, [alpha, beta])
  await endow(env, house, { CHF: '1000' })
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

const withoutTriggers = (text: string, values: unknown[]) =>
  database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(text, values)
  })

/** An execution for one VCHF whose order was rejected because the venue had not answered in time. */
async function execution(venueName: string, minutesAgo: number, state = 'sent', amount = 100n): Promise<string> {
  const [id, order] = [randomUUID(), randomUUID()]
  const at = new Date(env.clock.now().getTime() - minutesAgo * 60_000)
  await withoutTriggers(
    `with ordered as (
       insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills, error,
         created_at, updated_at)
       values ($2::uuid, $4, $2::uuid::text, 'VCHF/CHF', 'Buy', 1000000, 10000, 'Rejected', 0, 0, '[]', 'fok_not_fillable', $5, $5))
     insert into trading.execution (id, order_id, institution_id, venue, quoteid, symbol, side, qty, price, amount, state,
       created_at, updated_at)
     values ($1, $2::uuid, $4, $3, 'q', 'VCHF/CHF', 'Buy', 1000000, 10000, $7, $6, $5, $5)`,
    [id, order, venueName, beta, at, state, amount],
  )
  return id
}

const stateOf = async (id: string) =>
  (await env.db.query<{ state: string }>('select state from trading.execution where id = $1', [id]))[0]!.state

/** An execution at beta, the newest of all, with one VCHF on hold. */
async function executionAtBeta(): Promise<string> {
  await post(env, {
    key: `order:${randomUUID()}:held`,
    kind: 'order_held',
    lines: [
      debit(account('client', 'available', beta, 'VCHF'), 1_000_000n),
      credit(account('client', 'pending', beta, 'VCHF'), 1_000_000n),
    ],
  })
  return execution('beta', 5)
}

test('200 executions at an unreachable venue do not block those of another venue', async () => {
  for (let n = 0; n < 200; n += 1) await execution('alpha', 60)
  const id = await executionAtBeta()
  for (let n = 0; n < 3; n += 1) await settleExecutions.run(env)
  // beta has filled it: the house owes it a franc, and has the coin.
  expect(await stateOf(id)).toBe('taken_over')
  expect(await availableTo(env, beta)).toMatchObject({ CHF: 100n })
})

test('200 executions without cover of the house do not block those of another venue', async () => {
  const unpaid: string[] = []
  for (let n = 0; n < 200; n += 1) unpaid.push(await execution('alpha', 60, 'filled', 1_000_000_000n))
  const id = await executionAtBeta()
  await settleExecutions.run(env)
  expect(await stateOf(id)).toBe('taken_over')
  expect(await stateOf(unpaid[0]!)).toBe('filled')
})

test('an answer is kept while the house cannot pay', async () => {
  const id = await execution('beta', 5, 'sent', 1_000_000_000n)
  await settleExecutions.run(env)
  expect(await stateOf(id)).toBe('filled')
})
