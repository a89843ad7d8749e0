import type { Job } from '../../base/jobs/runner.ts'
import { eraseSubjects } from '../../base/personal-data.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { personIds } from './persons.ts'
import { note } from './row.ts'

/** Erases the personal data of institutions that have left, or were rejected, longer ago than it must be kept. */
export const erasePersonalData: Job = {
  name: 'institutions.erasure',
  everyMs: 3_600_000,
  run: (env) =>
    env.db.tx(async (tx) => {
      const due = await tx.query<{ id: string; institutionId: string }>(
        `select id, institution_id as "institutionId" from institutions.kyb_case
         where state in ('offboarded', 'rejected') and erased_at is null
           and updated_at <= $1::timestamptz - make_interval(years => $2) limit 100 for update skip locked`,
        [env.clock.now(), env.config.personalDataYears],
      )
      const by = byService(env, 'the time for which personal data must be kept is over')
      for (const { id, institutionId } of due) {
        await eraseSubjects(tx, [institutionId, ...(await personIds(tx, institutionId))])
        await tx.query('update institutions.kyb_case set erased_at = $2 where id = $1', [id, by.at])
        note(tx, by, 'kyb.erased', institutionId)
      }
      return due.length
    }),
}
