import type { Tx } from '../database/db.ts'
import type { Env } from '../env.ts'

// One failing item must not stop the others.

/** A lost connection, a deadlock, a lock or a limit: a retry may succeed. */
const transient = /^(08|40|53|55|57)/

/** Whether a later run of the job may succeed. */
export const isTransient = (error: Error): boolean => 'code' in error && transient.test(String(error.code))

/**
 * Does the work of each item, in order, and returns the sum of their steps. When items fail, the others are done first; then
 * the first error is thrown, so that the job counts as failed. The others are logged.
 */
export async function forEachItem<T>(
  env: Env,
  items: readonly T[],
  work: (item: T) => Promise<number>,
): Promise<number> {
  let steps = 0
  const errors: unknown[] = []
  for (const item of items) {
    try {
      steps += await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  for (const error of errors.slice(1)) env.log.error({ err: error }, 'this has failed too; it will be retried')
  if (errors.length > 0) throw errors[0]
  return steps
}

export type Due = {
  readonly table: string
  readonly condition: string
  readonly values: readonly unknown[]
  /** The column that orders the rows. */
  readonly order: string
}

/**
 * Processes each due row in its own transaction. A locked row is left for the next run. There is no limit, so that
 * failing rows do not block the rows behind them.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the table holds
export async function forEachDue<Row extends { id: string }>(
  env: Env,
  { table, condition, values, order }: Due,
  work: (tx: Tx, row: Row) => Promise<unknown>,
): Promise<number> {
  const due = await env.db.query<{ id: string }>(`select id from ${table} where ${condition} order by ${order}, id`, [
    ...values,
  ])
  return forEachItem(env, due, ({ id }) =>
    env.db.tx(async (tx) => {
      const [row] = await tx.query<Row>(
        `select * from ${table} where ${condition} and id = $${values.length + 1} for update skip locked`,
        [...values, id],
      )
      if (row !== undefined) await work(tx, row)
      return row === undefined ? 0 : 1
    }),
  )
}
