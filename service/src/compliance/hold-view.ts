import type { HoldReason } from '@specie/protocol/holds.ts'
import { isDone, type Machine, publicState, statesOf } from '@specie/protocol/machines.ts'
import { toIsoTime } from '../base/database/types.ts'
import { isActive } from './active-holds.ts'

export type HeldSince = { reason: HoldReason; since: Date }

/** A hold for its institution. The message is the same for every review (no tipping off). */
export const holdView = (hold: HeldSince | undefined) => (hold ? viewOf(hold.reason, hold.since.toISOString()) : null)

const viewOf = (reason: HoldReason, since: string) => ({ reason, since, message: messageOf(reason) })

const messages: { readonly [reason in HoldReason]?: string } = {
  approval_required: 'waiting for a second approver of your institution to approve or reject it in the portal',
  account_suspended: 'waiting because your account is suspended, contact support',
  debt_review: 'waiting for review because your institution owes money; the overview of the portal shows the debt',
}

const messageOf = (reason: HoldReason): string => messages[reason] ?? 'under review, contact support'

/** SQL for the status that clients see of a row with `state` and `on_hold`, for display and for filters. */
export function statusSql(machine: Machine, row = ''): string {
  const of = row === '' ? '' : `${row}.`
  const cases = statesOf(machine).map((state) => `when '${state}' then '${publicState(machine, state)!}'`)
  return `case when ${isHeld(machine, of)} then 'held' else case ${of}state ${cases.join(' ')} end end`
}

function isHeld(machine: Machine, of: string): string {
  const done = statesOf(machine).filter((state) => isDone(machine, state))
  return `${of}on_hold and ${of}state not in (${done.map((state) => `'${state}'`).join(', ')})`
}

/** The column of `holdSql`. */
export type HeldFor = readonly [reason: HoldReason, since: string] | null

/** SQL for the first active hold on a row that is held. Read with the row. A second statement may see it released. */
export const holdSql = (machine: Machine, row: string): string => `
  case when ${isHeld(machine, `${row}.`)} then (
    select array[hold.reason, coalesce(hold.hit_at, hold.created_at)::text] from compliance.hold
    where hold.subject_id = ${row}.id and ${isActive} order by hold.created_at, hold.id limit 1) end`

export const heldForView = (hold: HeldFor) => (hold ? viewOf(hold[0], toIsoTime(hold[1])) : null)
