import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import type { By } from '../../base/state-machine/move.ts'
import { type KybCase, lockCase, moveCase, note } from './row.ts'

// Periodic reviews. The institution keeps its access until the deadline; from then on the gate answers kyb_required.

const dayMs = 86_400_000
const batchSize = 100

export const reviewInstitutions: Job = {
  name: 'institutions.reviews',
  everyMs: 5_000,
  run: (env) =>
    env.db.tx(async (tx) => {
      // In years of the calendar: by the faster clock of UAT every institution there would be reviewed within weeks.
      const due = await dueCases(tx, `state = 'approved' and review_due_at <= $1`, env.clock.now())
      for (const kyb of due) await begin(env, tx, kyb, byService(env, 'the periodic review is due'))
      const late = await dueCases(tx, `state = 'periodic_review' and review_deadline <= $1`, env.clock.settlement())
      for (const kyb of late) await lapse(tx, kyb, byService(env, 'the deadline of the periodic review has passed'))
      return due.length + late.length
    }),
}

const dueCases = (tx: Tx, condition: string, at: Date): Promise<KybCase[]> =>
  tx.query(`select * from institutions.kyb_case where ${condition} limit ${batchSize} for update skip locked`, [at])

/** Staff may begin a review early, when something has become known. */
export async function openReview(env: Env, tx: Tx, institutionId: string, by: By): Promise<void> {
  await begin(env, tx, await lockCase(tx, institutionId), by)
}

async function begin(env: Env, tx: Tx, kyb: KybCase, by: By): Promise<void> {
  await moveCase(tx, kyb, 'fall_due', by)
  const deadline = new Date(env.clock.settlement().getTime() + env.config.reviewDays * dayMs)
  await tx.query('update institutions.kyb_case set review_deadline = $2, confirmed_at = null where id = $1', [
    kyb.id,
    deadline,
  ])
  note(tx, by, 'kyb.review_begun', kyb.institution_id, { deadline: deadline.toISOString() })
}

async function lapse(tx: Tx, kyb: KybCase, by: By): Promise<void> {
  await moveCase(tx, kyb, 'lapse', by)
  note(tx, by, 'kyb.review_lapsed', kyb.institution_id)
}
