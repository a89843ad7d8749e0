import { next } from '@specie/protocol/machines.ts'
import type { Sql, Tx } from '../database/db.ts'
import type { Env } from '../env.ts'
import { withFaultPoint, type FaultPoint } from '../faults.ts'
import { setActor, type By, type Stateful } from './move.ts'

// Moves many rows by one step: as sets, in transactions of bounded size.

/** Rows per transaction. 500 withdrawals took 0.3 s; one row and one state at a time took fifteen times that. */
export const batchSize = 200

/** The work of one transaction; returns the number of moved rows. */
export type Work = (env: Env, tx: Tx) => Promise<number>

export async function repeatUntilDone(env: Env, work: Work): Promise<number> {
  for (let total = 0; ;) {
    const steps = await env.db.tx((tx) => work(env, tx))
    if (steps === 0) return total
    total += steps
  }
}

/** Whether there is work. */
export type IsDue = (sql: Sql) => Promise<boolean>

/** There is work when this select finds a row. */
export const anyOf =
  (select: string, values: unknown[] = []): IsDue =>
  async (sql) =>
    (await sql.query(`${select} limit 1`, values)).length > 0

/** The same between two fault points, which an idle job does not reach. */
export async function repeatAtFaultPoint(env: Env, point: FaultPoint, isDue: IsDue, work: Work): Promise<number> {
  for (let total = 0; ;) {
    const steps = (await isDue(env.db)) ? await withFaultPoint(env, point, () => env.db.tx((tx) => work(env, tx))) : 0
    if (steps === 0) return total
    total += steps
  }
}

/** The actor is the service itself. */
export const byService = (env: Env, why: string): By => ({ actor: 'service', why, at: env.clock.now() })

type Row = { readonly id: string; readonly state: string }

/**
 * Moves rows, which the caller has locked or inserted, along their transition table (S1), and sets `change` with it.
 * Returns the changed rows.
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
    await setActor(tx, by)
    await tx.query(`update ${table} set state = $2, updated_at = $3 ${more.join('')} where id = any($1)`, [
      idsOf(some),
      to,
      by.at,
      ...Object.values(change),
    ])
    moved.push(...some.map((row) => ({ ...row, ...change, state: to })))
  }
  return moved
}

/** The same for rows that can take the step; the others stay as they are. */
export async function moveWherePossible<R extends Row>(
  tx: Tx,
  stateful: Stateful,
  rows: readonly R[],
  event: string,
  by: By,
  change: Partial<R> = {},
): Promise<R[]> {
  const canMove = (row: R) => next(stateful.machine, row.state, event) !== null
  const moved = await moveRows(tx, stateful, rows.filter(canMove), event, by, change)
  return [...moved, ...rows.filter((row) => !canMove(row))]
}

/** The outcome of a request for `subject`. */
export type StepOutcome<State extends string> = {
  readonly subject: string
  readonly state: State
  readonly reason: string | null
}

/** The events that lead the subject to each state; some of them may already have happened. */
export type EventsByState<State extends string> = { readonly [state in State]: readonly string[] }

/** A row after its outcome was applied. */
type RowWithOutcome<R, N> = { readonly row: R; readonly outcome: N }

/** Locks the subjects of the outcomes and moves them accordingly; `by.why` names the reporting row. */
export async function applyOutcomes<R extends Row, N extends StepOutcome<string>>(
  tx: Tx,
  stateful: Stateful,
  outcomes: readonly N[],
  events: EventsByState<N['state']>,
  by: By,
  changeOf: (event: string) => Partial<R> = () => ({}),
): Promise<RowWithOutcome<R, N>[]> {
  if (outcomes.length === 0) return []
  const outcomeOf = new Map(outcomes.map((one) => [one.subject, one]))
  const rows = await tx.query<R>(`select * from ${stateful.table} where id = any($1) order by id for update`, [
    [...outcomeOf.keys()],
  ])
  const moved: RowWithOutcome<R, N>[] = []
  for (const [state, concerned] of Map.groupBy(rows, ({ id }): N['state'] => outcomeOf.get(id)!.state)) {
    const moves = { ...by, why: `${by.why} ${state}` }
    let now = concerned
    for (const event of events[state]) now = await moveWherePossible(tx, stateful, now, event, moves, changeOf(event))
    moved.push(...now.map((row) => ({ row, outcome: outcomeOf.get(row.id)! })))
  }
  return moved
}

/** Stores the reasons of the outcomes on their subjects. */
export async function storeReasons(
  tx: Tx,
  { table }: Stateful,
  outcomes: readonly Pick<StepOutcome<string>, 'subject' | 'reason'>[],
): Promise<void> {
  if (outcomes.length === 0) return
  await tx.query(
    `update ${table} t set reason = given.reason from unnest($1::uuid[], $2::text[]) given (id, reason)
     where t.id = given.id`,
    [outcomes.map(({ subject }) => subject), outcomes.map(({ reason }) => reason)],
  )
}

export const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((row) => row.id)
