import type { Env } from '../base/env.ts'
import { forEachItem } from '../base/jobs/for-each-due.ts'
import type { Job } from '../base/jobs/runner.ts'
import { lockHeldItem } from './held-items.ts'
import { endHold, screeningActor } from './holds.ts'
import { holdHits } from './screen-items.ts'
import { clearedHoldsJob } from './screening/decide.ts'
import { hitsFoundFor } from './screening/answers.ts'

const deciders = { maker: screeningActor, checker: 'service' }

/** Among open holds of screening. A hold that another one has caused ends with that one. */
const open = `reason = 'sanctions_review' and state in ('placed', 'under_review') and cause is null`

/**
 * Releases holds of screening once two people have cleared every hit that they are about, in a decision about the party
 * or about another item, and once outside services have answered. The database checks it (compliance.is_hold_cleared).
 */
export const releaseClearedHolds: Job = {
  name: clearedHoldsJob,
  everyMs: 2_000,
  run: async (env) => {
    const cleared = await env.db.query<{ id: string }>(
      `select id from compliance.hold h where ${open} and compliance.is_hold_cleared(id) order by created_at, id`,
    )
    const released = await forEachItem(env, cleared, async ({ id }) => {
      await env.db.tx((tx) => endHold(env, tx, id, 'release', deciders))
      return 1
    })
    return released + (await holdWhatAnswersFound(env))
  },
}

/** Items that waited for answers get holds of their own for the matches in these, so that people decide on them. */
async function holdWhatAnswersFound(env: Env): Promise<number> {
  const answered = await env.db.query<{ hold: string; item: string; institution_id: string }>(
    `select h.id as hold, subject_id as item, institution_id from compliance.hold h
     where ${open} and subject_id is not null and exists (select from compliance.hold_question l
       join compliance.question q on q.party_hash = l.party_hash and q.service = l.service
       join compliance.hit found on found.party_hash = q.party_hash and found.entry_hash = any(q.matches)
       where l.hold_id = h.id and found.state <> 'cleared' and not exists (
         select from compliance.hold_hit about join compliance.hold other on other.id = about.hold_id
         where about.hit_id = found.id and other.subject_id = h.subject_id
           and other.state <> 'released' and other.concluded_at is null))
     order by created_at, id`,
  )
  return forEachItem(env, answered, ({ hold, item, institution_id }) =>
    env.db.tx(async (tx) => {
      await lockHeldItem(env, tx, item)
      return holdHits(env, tx, [{ id: item, institution_id, hits: await hitsFoundFor(tx, hold) }])
    }),
  )
}
