import { forEachItem } from '../base/jobs/for-each-due.ts'
import type { Job } from '../base/jobs/runner.ts'
import { endHold, screeningActor } from './holds.ts'
import { clearedHoldsJob } from './screening/decide.ts'

const deciders = { maker: screeningActor, checker: 'service' }

/**
 * Releases holds of screening once two people have cleared every hit that they are about, in a decision about the party
 * or about another item. The database checks it (compliance.is_hold_cleared).
 */
export const releaseClearedHolds: Job = {
  name: clearedHoldsJob,
  everyMs: 2_000,
  run: async (env) => {
    const cleared = await env.db.query<{ id: string }>(
      `select id from compliance.hold h where reason = 'sanctions_review' and state in ('placed', 'under_review')
         and compliance.is_hold_cleared(id) order by created_at, id`,
    )
    return forEachItem(env, cleared, async ({ id }) => {
      await env.db.tx((tx) => endHold(env, tx, id, 'release', deciders))
      return 1
    })
  },
}
