import type { machines } from '@specie/protocol/machines.ts'
import type { Sql } from '../base/database/db.ts'

/** The states that a thing has been in, the oldest first. */
export async function stepsOf<State extends string>(
  sql: Sql,
  machine: keyof typeof machines,
  id: string,
): Promise<{ state: State; at: string }[]> {
  const rows = await sql.query<{ state: State; at: Date }>(
    'select to_state as state, at from state.step where machine = $1 and subject = $2 order by id',
    [machine, id],
  )
  return rows.map(({ state, at }) => ({ state, at: at.toISOString() }))
}
