import { arrivalsAt } from '../../chains/watcher/arrivals.ts'
import type { Work } from '../../base/state-machine/transitions.ts'
import { orphan } from './orphan.ts'
import { keyOf, positionOf } from './read-arrivals.ts'
import type { Deposit } from './row.ts'

/**
 * Pending returns of deposits that their chain has dropped. Checked until their return is signed or canceled, because an
 * operation with the sender may return to the queue.
 */
export const dropReturning: Work = async (env, tx) => {
  const returning = await tx.query<Deposit>(
    `select * from transfers.deposit where state = 'returning' order by created_at, id for update skip locked`,
  )
  if (returning.length === 0) return 0
  const there = new Set((await arrivalsAt(env, tx, returning.map(positionOf))).map(keyOf))
  const dropped = returning.filter((one) => !there.has(keyOf(positionOf(one))))
  return orphan(env, tx, dropped, { actor: 'chain', why: 'seen in a block', at: env.clock.now() })
}
