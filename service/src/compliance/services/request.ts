import type { ServiceCode } from '@specie/screening/lists/entry.ts'
import { listTitles } from '@specie/screening/lists/formats.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { askServicesJob } from '../screening/question.ts'

/** Has the job ask now what the service has not answered, without the pause after a failure. */
export async function requestAnswers(
  env: Env,
  service: ServiceCode,
  actor: string,
): Promise<{ list: ServiceCode; title: string }> {
  if (!env.config.screeningServices.has(service))
    throw badRequest(
      'source',
      `${listTitles[service]} is not asked. Name it in the setting SCREENING_SERVICES.`,
      'list',
    )
  await env.db.tx(async (tx) => {
    await tx.query(
      'update compliance.question set due_at = $2 where service = $1 and failed_at is not null and due_at is not null',
      [service, env.clock.now()],
    )
    audit(tx, { actor, action: 'list.requested', subject: service, detail: {} })
    env.jobs.wake(tx, askServicesJob)
  })
  return { list: service, title: listTitles[service] }
}
