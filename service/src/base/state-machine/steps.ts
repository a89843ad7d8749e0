import { type Machine, machines } from '@specie/protocol/machines.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { steppedMachines, type stepsCall } from '@specie/protocol/portal/movements.ts'
import type { Sql } from '../database/db.ts'

type MachineName = keyof typeof machines
type Step<M extends MachineName> = { state: keyof (typeof machines)[M]['states'] & string; at: string }

/** The states of a row so far, oldest first. */
export async function stepsOf<M extends MachineName>(sql: Sql, machine: M, id: string): Promise<Step<M>[]> {
  const rows = await sql.query<{ state: Step<M>['state']; at: Date }>(
    'select to_state as state, at from state.step where machine = $1 and subject = $2 order by id',
    [machine, id],
  )
  return rows.map(({ state, at }) => ({ state, at: at.toISOString() }))
}

type OwnSteps = Omit<PeopleResponse<typeof stepsCall>, 'confirmations' | 'exchange'>
type Row = { machine: OwnSteps['machine']; state: string; hold: 'placed' | 'ended' | null; at: Date }

/** The steps of an institution's own row, as the institution sees them; null if it has no such row. */
export async function ownSteps(sql: Sql, institutionId: string, id: string): Promise<OwnSteps | null> {
  const rows = await sql.query<Row>(
    `select machine, to_state as state, hold, at from state.step
     where subject = $2 and institution_id = $1 and machine = any($3) order by id`,
    [institutionId, id, steppedMachines],
  )
  if (rows.length === 0) return null
  const steps: OwnSteps['steps'] = []
  for (const row of rows) {
    const state = seenState(row)
    if (state !== steps.at(-1)?.state) steps.push({ state, at: row.at.toISOString() })
  }
  return { machine: rows[0]!.machine, steps }
}

/** A later hold keeps the state, and shows as `held`. The list of withdrawals shows every state, as `stage`. */
function seenState({ machine, state, hold }: Row): string {
  if (hold === 'placed') return 'held'
  return machine === 'withdrawal' ? state : ((machines[machine] as Machine).shown[state] ?? state)
}
