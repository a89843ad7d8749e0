import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { listTitles } from '@specie/screening/lists/formats.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, code, evidence, type Fact, text, time } from '../../base/facts.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { jobName } from './job-name.ts'
import type { ListCode } from './row.ts'

// Two people accept a version that was refused, for example because the publisher removed many parties at once.

type Accept = PayloadOf<'list.accept'>

type Refused = {
  list: ListCode
  state: string
  sha256: string | null
  source: string
  issued: string | null
  refusal: string | null
  refused_because: string | null
  entries: number
  created_at: Date
}

async function versionOf(sql: Sql, { versionid }: Accept): Promise<Refused | undefined> {
  const [version] = await sql.query<Refused>(
    `select list, state, sha256, source, issued, refusal, refused_because, entries, created_at
     from compliance.list_version where id = $1`,
    [versionid],
  )
  return version
}

/** The source is read again. If it still has this very file, its version becomes active. */
export async function acceptVersion(env: Env, tx: Tx, payload: Accept, by: ApprovalActor): Promise<void> {
  const version = await versionOf(tx, payload)
  if (version === undefined) throw new ApiError('not_found', { id: payload.versionid })
  if (version.state !== 'refused' || version.entries === 0)
    throw badRequest('state', 'Only a refused version that was read and has entries can be accepted.', 'versionid')
  await tx.query(
    'update compliance.list_source set accepted = $2, due_at = case when due_at is null then null else $3::timestamptz end where list = $1',
    [version.list, version.sha256, env.clock.now()],
  )
  const detail = { version: payload.versionid, sha256: version.sha256!, maker: by.maker, checker: by.checker }
  audit(tx, { actor: by.actor, action: 'list.accepted', subject: version.list, detail })
  env.jobs.wake(tx, jobName)
}

export async function describeAcceptance(_env: Env, sql: Sql, payload: Accept): Promise<Description> {
  const version = await versionOf(sql, payload)
  const of = version === undefined ? 'a sanctions list' : `the ${listTitles[version.list]}`
  return { title: `Activate a refused version of ${of}`, institutionId: null }
}

/** What was refused, and what would change. */
export async function acceptanceFacts(_env: Env, sql: Sql, payload: Accept): Promise<Fact[]> {
  const version = await versionOf(sql, payload)
  if (version === undefined) return [text('Version', null)]
  const [active] = await sql.query<{ entries: number; created_at: Date }>(
    `select entries, created_at from compliance.list_version where list = $1 and state = 'active'`,
    [version.list],
  )
  return [
    text('List', listTitles[version.list]),
    text('Source', version.source),
    text('Day of the list', version.issued),
    time('Refused', version.created_at),
    text('Why it was refused', version.refused_because),
    change('Entries', active === undefined ? null : String(active.entries), String(version.entries)),
    text('Outcome', 'The source is read again. If it still has this file, it becomes the active version.', {
      part: 'effect',
    }),
    evidence(time('Active version since', active?.created_at ?? null)),
    evidence(code('SHA-256 of the file', version.sha256)),
  ]
}
