import { setTimeout as sleep } from 'node:timers/promises'
import { next } from '@specie/protocol/machines.ts'
import { type Purpose, txidsOf } from '../chains/operations.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { acting, type By, type Stateful } from '../base/machines.ts'
import type { Journal } from '../ledger/journal.ts'
import { postIn } from '../ledger/post.ts'

// How mints and redemptions are carried on: many at a time, each step in one transaction.

/** Rows of one transaction, as withdrawals do it. */
export const most = 200

export async function untilNone(env: Env, work: (tx: Tx) => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const steps = await env.db.tx(work)
    if (steps === 0) return total
    total += steps
  }
}

type Row = { readonly id: string; readonly state: string }

/**
 * Moves rows, which the caller has locked or made, along their table (S1), and sets `change` with it; answers them as
 * they are then.
 */
export async function moveRows<R extends Row>(
  tx: Tx,
  { machine, table }: Stateful,
  rows: readonly R[],
  event: string,
  by: By,
  change: Partial<R> = {},
): Promise<R[]> {
  const more = Object.keys(change).map((column, i) => `, ${column} = $${i + 4}`)
  const moved: R[] = []
  for (const [from, some] of Map.groupBy(rows, ({ state }) => state)) {
    const to = next(machine, from, event)
    if (to === null) throw new Error(`a ${machine.name} that is ${from} cannot ${event}`)
    await acting(tx, by)
    const ids = some.map(({ id }) => id)
    await tx.query(`update ${table} set state = $2, updated_at = $3 ${more.join('')} where id = any($1)`, [
      ids,
      to,
      by.at,
      ...Object.values(change),
    ])
    moved.push(...some.map((row) => ({ ...row, ...change, state: to })))
  }
  return moved
}

/** The same for those that can take the step; the others stay as they are. */
export async function moveIfCan<R extends Row>(
  tx: Tx,
  stateful: Stateful,
  rows: readonly R[],
  event: string,
  by: By,
  change: Partial<R> = {},
): Promise<R[]> {
  const able = (row: R) => next(stateful.machine, row.state, event) !== null
  const moved = await moveRows(tx, stateful, rows.filter(able), event, by, change)
  return [...moved, ...rows.filter((row) => !able(row))]
}

/** Posts what there is to post. */
export async function postSome(env: Env, tx: Tx, journals: readonly Journal[]): Promise<void> {
  if (journals.length > 0) await postIn(env, tx, journals)
}

/** Runs every check of `work` and undoes all that it did. */
export async function rehearse<Answer>(env: Env, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  const undo = new Error('only rehearsed')
  let answer: Answer | undefined
  await env.db
    .tx(async (tx) => {
      answer = await work(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return answer!
}

const pollMs = 15

/** The first hash of what was put in line, as soon as it is signed; empty when that takes too long. */
export async function firstTxid(env: Env, purpose: Purpose, subject: string): Promise<string> {
  const deadline = env.clock.elapsed() + env.config.signingWaitMs
  for (;;) {
    const [first] = (await txidsOf(env.db, purpose, [subject])).get(subject) ?? []
    if (first !== undefined) return first
    if (env.clock.elapsed() >= deadline) return ''
    await sleep(pollMs)
  }
}

/** Without the fields that were not sent: what the client repeats is compared with what it sent. */
export const defined = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))
