import { machines as tables, next, transitions, type Machine } from '@specie/protocol/machines.ts'
import { standingRows } from '@specie/protocol/standing.ts'
import type { Tx } from '../database/db.ts'

/**
 * The actor of a step and its reason; kept permanently in the history. `from`: the session and address of a person, for
 * the audit entry.
 */
export type By = { actor: string; why: string; at: Date; from?: { session: string; ip: string } }

/** A machine and the table of its rows. */
export type Stateful = { machine: Machine; table: string }

/** Sets the actor of this transaction; without it the database refuses a change of state. */
export async function setActor(tx: Tx, by: By): Promise<void> {
  await tx.query('select state.set_actor($1, $2, $3)', [by.actor, by.why, by.at])
}

/** Moves one row along its transition table (S1) and returns its new state. */
export async function move(tx: Tx, { machine, table }: Stateful, id: string, event: string, by: By): Promise<string> {
  // State and history are written in one statement, because a step is the most frequent write.
  const [row] = await tx.query<{ state: string }>(
    `select state, state.set_actor($2, $3, $4) from ${table} where id = $1 for update`,
    [id, by.actor, by.why, by.at],
  )
  if (!row) throw new Error(`there is no ${machine.name} ${id}`)
  const state = next(machine, row.state, event)
  if (state === null) throw new Error(`a ${machine.name} that is ${row.state} cannot ${event}`)
  await tx.query(`update ${table} set state = $2, updated_at = $3 where id = $1`, [id, state, by.at])
  return state
}

const machines: readonly Machine[] = Object.values(tables)

/** The tables of protocol/src/machines.ts, as rows of state.machine and state.transition. */
export const initialStates = machines.map(({ name, initial }) => ({ name, initial }))
export const transitionRows = machines.flatMap((machine) =>
  transitions(machine).map(({ from, event, to }) => ({
    machine: machine.name,
    from_state: from,
    event,
    to_state: to,
    while_held: machine.facts.includes(event),
  })),
)

/** Writes these tables and those of standing.ts into the database, which enforces them from then on. */
export async function syncMachines(tx: Tx): Promise<void> {
  await tx.query('delete from state.standing')
  await tx.query(
    `insert into state.standing (machine, in_state, suspended, offboarded, key_revoked, approver_left)
     select * from jsonb_to_recordset($1)
       as row (kind text, state text, suspended text, offboarded text, key_revoked text, approver_left text)`,
    [JSON.stringify(standingRows)],
  )
  await tx.query('delete from state.transition')
  await tx.query(
    `insert into state.machine (name, initial) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set initial = excluded.initial`,
    [initialStates.map(({ name }) => name), initialStates.map(({ initial }) => initial)],
  )
  await tx.query(
    `insert into state.transition (machine, from_state, event, to_state, while_held)
     select * from jsonb_to_recordset($1)
       as row (machine text, from_state text, event text, to_state text, while_held boolean)`,
    [JSON.stringify(transitionRows)],
  )
}
