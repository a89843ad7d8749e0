import type { Env } from '../../base/env.ts'
import { type Due, forEachDue } from '../../base/jobs/for-each-due.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { eraseSubjects } from '../../base/personal-data.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { personIds } from './persons.ts'
import { type KybCase, note } from './row.ts'

/** Erases the personal data of institutions that left, or were rejected, before the retention period. */
export const erasePersonalData: Job = {
  name: 'onboarding.erasure',
  everyMs: 3_600_000,
  run: (env) => {
    const by = byService(env, 'the retention period of personal data has ended')
    return forEachDue<KybCase>(env, retentionEnded(env), async (tx, { id, institution_id }) => {
      await eraseSubjects(tx, [institution_id, ...(await personIds(tx, institution_id))])
      await tx.query('update onboarding.kyb_case set erased_at = $2 where id = $1', [id, by.at])
      note(tx, by, 'kyb.erased', institution_id)
    })
  },
}

const retentionEnded = ({ clock, config }: Env): Due => ({
  table: 'onboarding.kyb_case',
  condition: `state in ('offboarded', 'rejected') and erased_at is null
    and updated_at <= $1::timestamptz - make_interval(years => $2)`,
  values: [clock.now(), config.personalDataYears],
  order: 'updated_at',
})
