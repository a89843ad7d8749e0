import type { HoldReason } from '@specie/protocol/holds.ts'
import { isDone, type Machine, publicState, statesOf } from '@specie/protocol/machines.ts'
import type { Env } from '../base/env.ts'
import { activeHold } from './screening.ts'

export type HeldSince = { reason: HoldReason; since: Date }

/** The holds on those of these things whose status is held. */
export async function holdsOf(
  { db }: Env,
  rows: readonly { id: string; status: string }[],
): Promise<Map<string, HeldSince>> {
  const held = rows.filter(({ status }) => status === 'held').map(({ id }) => id)
  return held.length === 0 ? new Map() : activeHold(db, held)
}

/** A hold as its institution sees it. The message is the same for every review, so that nobody is tipped off. */
export const holdView = (hold: HeldSince | undefined) =>
  hold ? { reason: hold.reason, since: hold.since.toISOString(), message: messageOf(hold.reason) } : null

const messageOf = (reason: HoldReason): string =>
  reason === 'approval_required'
    ? 'waits for a second person of your institution, who approves or refuses it in the portal'
    : 'under review, contact support'

/** SQL for the status that clients see of a row with `state` and `on_hold`, for display and for filters. */
export function statusSql(machine: Machine, row = ''): string {
  const of = row === '' ? '' : `${row}.`
  const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ')
  const done = statesOf(machine).filter((state) => isDone(machine, state))
  const cases = statesOf(machine).map((state) => `when '${state}' then '${publicState(machine, state)!}'`)
  return `case when ${of}on_hold and ${of}state not in (${quoted(done)}) then 'held'
    else case ${of}state ${cases.join(' ')} end end`
}
