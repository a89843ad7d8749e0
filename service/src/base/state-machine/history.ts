import type { Sql } from '../database/db.ts'

// The recorded steps of rows (state.history).

/** How often each of these rows has entered this state. A late hold, which keeps the state, does not count. */
export async function timesEntered(sql: Sql, ids: readonly string[], state: string): Promise<Map<string, number>> {
  const rows = await sql.query<{ subject: string; times: bigint }>(
    `select subject, count(*) as times from state.history
     where subject = any($1::uuid[]) and to_state = $2 and hold is null group by subject`,
    [ids, state],
  )
  return new Map(rows.map((row) => [row.subject, Number(row.times)]))
}

/** The creator of each of these rows. */
export async function creatorsOf(sql: Sql, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ subject: string; actor: string }>(
    'select subject, actor from state.history where subject = any($1::uuid[]) and from_state is null',
    [ids],
  )
  return new Map(rows.map((row) => [row.subject, row.actor]))
}

export type Step = {
  readonly at: Date
  readonly from: string | null
  readonly to: string
  readonly actor: string
  readonly why: string
}

/** All steps of these rows, in order. */
export const stepsOf = (sql: Sql, ids: readonly string[]): Promise<Step[]> =>
  sql.query<Step>(
    `select at, from_state as "from", to_state as "to", actor, why from state.history
     where subject = any($1::uuid[]) order by id`,
    [ids],
  )
