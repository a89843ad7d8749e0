import type { ServiceCode } from '@specie/screening/lists/entry.ts'
import { listTitles } from '@specie/screening/lists/formats.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { jobName } from './job-name.ts'
import { askServicesJob } from '../services/row.ts'
import { isService, type ListCode } from './row.ts'

/** Has a job read the source of a list, or ask an outside service, now. Staff cannot upload a file: one person alone could leave a party out. */
export async function requestReading(
  env: Env,
  list: ListCode,
  actor: string,
): Promise<{ list: ListCode; title: string }> {
  await env.db.tx(async (tx) => {
    if (isService(list)) await askNow(env, tx, list)
    else await readNow(env, tx, list)
    audit(tx, { actor, action: 'list.requested', subject: list, detail: {} })
  })
  return { list, title: listTitles[list] }
}

async function readNow(env: Env, tx: Tx, list: Exclude<ListCode, ServiceCode>): Promise<void> {
  const isFollowed = list !== 'own' && (env.config.screeningLists?.has(list) ?? false)
  if (!isFollowed)
    throw badRequest('source', `${listTitles[list]} has no source. Name one in the setting SCREENING_LISTS.`, 'list')
  await tx.query(
    'insert into compliance.list_source as s (list, due_at) values ($1, $2) on conflict (list) do update set due_at = $2',
    [list, env.clock.now()],
  )
  env.jobs.wake(tx, jobName)
}

/** What it was asked and has not answered, without the pause after a failure. */
async function askNow(env: Env, tx: Tx, service: ServiceCode): Promise<void> {
  if (!env.config.screeningServices.has(service))
    throw badRequest(
      'source',
      `${listTitles[service]} is not asked. Name it in the setting SCREENING_SERVICES.`,
      'list',
    )
  await tx.query(
    'update compliance.question set due_at = $2 where service = $1 and failed_at is not null and due_at is not null',
    [service, env.clock.now()],
  )
  env.jobs.wake(tx, askServicesJob)
}
