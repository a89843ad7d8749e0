import { groupAlerts } from '@specie/service/compliance/case/group.ts'
import { placeHold } from '@specie/service/compliance/holds.ts'
import type { Env } from '@specie/service/base/env.ts'

/** The id of a case of compliance about this institution. */
export async function sampleCase(env: Env, institutionId: string): Promise<string> {
  const hold = { institutionId, on: 'next withdrawal', reason: 'aml_review' } as const
  await env.db.tx((tx) => placeHold(env, tx, hold, 'test'))
  await groupAlerts(env, '-infinity')
  const [found] = await env.db.query<{ id: string }>('select id from compliance.case_file where about = $1', [
    institutionId,
  ])
  return found!.id
}
