import { isDone } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { lockHeldItem } from '../held-items.ts'
import { endHold, placeHold } from '../holds.ts'
import { change, type Exchange } from './row.ts'

// What an exchange does to its transfer: it lets it continue, holds it, or returns it.

/** The actor of holds that end because the provider of the wallet has decided, or never did. */
const actor = 'travel_rule'

export function wakeTransfer(env: Env, tx: Tx, { subject_kind: kind }: Exchange): void {
  if (kind !== null) env.jobs.wake(tx, env.runtime.rooms.held[kind].job)
}

/** Staff must look at the transfer. Once for each exchange: they may release it, and it then waits for its deadline. */
export async function holdTransfer(env: Env, tx: Tx, exchange: Exchange, why: string): Promise<void> {
  if (exchange.held_at !== null || !(await isOpen(env, tx, exchange))) return
  await placeHold(env, tx, holdOf(exchange, why), 'service')
  await change(env, tx, exchange, { held_at: env.clock.now() })
}

/** The transfer is given up and its money returns, through a rejected hold as any other refusal. */
export async function refuseTransfer(env: Env, tx: Tx, exchange: Exchange, why: string): Promise<void> {
  if (!(await isOpen(env, tx, exchange))) return
  const open = await openHolds(tx, exchange.subject_id!)
  const holds = open.length > 0 ? open : [(await placeHold(env, tx, holdOf(exchange, why), 'service')).holdid]
  for (const id of holds) await endHold(env, tx, id, 'reject', { maker: actor, checker: 'service' })
}

const holdOf = ({ institution_id, subject_id }: Exchange, why: string) => ({
  institutionId: institution_id!,
  on: subject_id!,
  reason: 'travel_rule' as const,
  why,
})

async function openHolds(tx: Tx, subject: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from compliance.hold where subject_id = $1 and reason = 'travel_rule' and cause is null
       and state in ('placed', 'under_review') order by id`,
    [subject],
  )
  return rows.map(({ id }) => id)
}

/** The row of the transfer is locked. */
async function isOpen(env: Env, tx: Tx, { subject_id: subject }: Exchange): Promise<boolean> {
  const item = subject === null ? null : await lockHeldItem(env, tx, subject)
  return item !== null && !isDone(env.runtime.rooms.held[item.kind].machine, item.state)
}
