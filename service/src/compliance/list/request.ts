import type { ServiceCode } from '@specie/screening/lists/entry.ts'
import { listTitles } from '@specie/screening/lists/formats.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { jobName } from './job-name.ts'
import type { ListCode } from './row.ts'

/** Has the job read the source of a list now. Staff cannot upload a file: one person alone could leave a party out. */
export async function requestReading(
  env: Env,
  list: Exclude<ListCode, ServiceCode>,
  actor: string,
): Promise<{ list: ListCode; title: string }> {
  const isFollowed = list !== 'own' && (env.config.screeningLists?.has(list) ?? false)
  if (!isFollowed)
    throw badRequest('source', `${listTitles[list]} has no source. Name one in the setting SCREENING_LISTS.`, 'list')
  await env.db.tx(async (tx) => {
    await tx.query(
      'insert into compliance.list_source as s (list, due_at) values ($1, $2) on conflict (list) do update set due_at = $2',
      [list, env.clock.now()],
    )
    audit(tx, { actor, action: 'list.requested', subject: list, detail: {} })
    env.jobs.wake(tx, jobName)
  })
  return { list, title: listTitles[list] }
}
