import type { machines } from '@specie/protocol/machines.ts'
import type { Sql } from '../base/database/db.ts'

type MachineName = keyof typeof machines
type Step<M extends MachineName> = { state: keyof (typeof machines)[M]['states'] & string; at: string }

/** The states that a thing has been in, the oldest first. */
export async function stepsOf<M extends MachineName>(sql: Sql, machine: M, id: string): Promise<Step<M>[]> {
  const rows = await sql.query<{ state: Step<M>['state']; at: Date }>(
    'select to_state as state, at from state.step where machine = $1 and subject = $2 order by id',
    [machine, id],
  )
  return rows.map(({ state, at }) => ({ state, at: at.toISOString() }))
}
