import type { Env } from '../../base/env.ts'
import { forEachItem } from '../../base/jobs/for-each-due.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { lapse } from './act.ts'

/** Ends requests that were not decided in time. Waiting approves nothing. */
export const expireApprovals: Job = {
  name: 'people.approvals',
  everyMs: 60_000,
  run: async (env) => {
    const due = await env.db.query<{ id: string }>(
      `select id from people.approval where state = 'waiting' and expires_at <= $1 order by expires_at limit 100`,
      [env.clock.now()],
    )
    return forEachItem(env, idsOf(due), async (id) => ((await expire(env, id)) ? 1 : 0))
  },
}

/** False when it is being decided at this moment. */
const expire = (env: Env, id: string): Promise<boolean> =>
  env.db.tx(async (tx) => {
    const at = env.clock.now()
    const [row] = await tx.query<{ expired: boolean }>('select people.expire_approval($1, $2) as expired', [id, at])
    if (row!.expired) await lapse(env, tx, id, { actor: 'service', at })
    return row!.expired
  })
