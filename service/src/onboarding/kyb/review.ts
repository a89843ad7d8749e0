import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type Due, forEachItem, forEachDue } from '../../base/jobs/for-each-due.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import type { By } from '../../base/state-machine/move.ts'
import { reportStopped } from '../../stopping/stopped.ts'
import { assess } from './assess.ts'
import { readCaseFile } from './case-file.ts'
import { type KybCase, lockCase, moveCase, note } from './row.ts'
import { dayMs } from '../../base/clock.ts'

// Periodic reviews. The institution keeps its access until the deadline; from then on the gate answers kyb_required.

export const reviewInstitutions: Job = {
  name: 'onboarding.reviews',
  everyMs: 5_000,
  run: (env) => forEachItem(env, [beginReviews, endReviews], (step) => step(env)),
}

/** In calendar years, because by the faster settlement time of UAT every institution would be reviewed within weeks. */
const beginReviews = (env: Env): Promise<number> =>
  forEachDue<KybCase>(env, dueCases('approved', 'review_due_at', env.clock.now()), (tx, kyb) =>
    begin(env, tx, kyb, byService(env, 'the periodic review is due')),
  )

const endReviews = (env: Env): Promise<number> =>
  forEachDue<KybCase>(env, dueCases('periodic_review', 'review_deadline', env.clock.settlement()), (tx, kyb) =>
    lapse(env, tx, kyb, byService(env, 'the deadline of the periodic review has passed')),
  )

const dueCases = (state: KybCase['state'], order: 'review_due_at' | 'review_deadline', at: Date): Due => ({
  table: 'onboarding.kyb_case',
  condition: `state = $1 and ${order} <= $2`,
  values: [state, at],
  order,
})

/** Staff may begin a review early, after learning of new facts. The risk is assessed again at once. */
export async function openReview(env: Env, tx: Tx, institutionId: string, by: By): Promise<void> {
  await begin(env, tx, await lockCase(tx, institutionId), by)
  await assess(env, tx, await readCaseFile(env, tx, await lockCase(tx, institutionId)), by)
}

async function begin(env: Env, tx: Tx, kyb: KybCase, by: By): Promise<void> {
  await moveCase(tx, kyb, 'fall_due', by)
  const deadline = new Date(env.clock.settlement().getTime() + env.config.reviewDays * dayMs)
  await tx.query('update onboarding.kyb_case set review_deadline = $2, confirmed_at = null where id = $1', [
    kyb.id,
    deadline,
  ])
  note(tx, by, 'kyb.review_begun', kyb.institution_id, { deadline: deadline.toISOString() })
}

async function lapse(env: Env, tx: Tx, kyb: KybCase, by: By): Promise<void> {
  await moveCase(tx, kyb, 'lapse', by)
  note(tx, by, 'kyb.review_lapsed', kyb.institution_id)
  await reportStopped(env, tx, kyb.institution_id)
}
