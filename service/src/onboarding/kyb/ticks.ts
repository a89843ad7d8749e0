import { createHash } from 'node:crypto'
import type { KybView } from '@specie/protocol/onboarding/views.ts'
import type { Requirement } from '@specie/protocol/onboarding/kyb.ts'
import { requirementKey } from '@specie/protocol/onboarding/requirement-key.ts'
import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { actorNames } from '../../directory/actor-names.ts'
import { type CaseFile, readCaseFile } from './case-file.ts'
import { isOpen } from './requirements.ts'
import { lockCase, note } from './row.ts'

// Staff tick each requirement that they have checked. A tick applies to the checked content; when that content changes,
// the tick is removed.

/** Ticks a requirement of the case, or removes the tick. */
export async function tickRequirement(
  env: Env,
  tx: Tx,
  institutionId: string,
  { requirement: key, ticked }: { requirement: string; ticked: boolean },
  by: By,
): Promise<void> {
  const kyb = await lockCase(tx, institutionId)
  const file = await readCaseFile(env, tx, kyb)
  const requirement = file.requirements.find((one) => requirementKey(one) === key)
  if (!requirement) throw new ApiError('not_found', {}, 'There is no such requirement in this case.')
  if (ticked && isOpen(requirement))
    throw badRequest(
      'open',
      'The institution has not met this requirement yet, so there is nothing to check.',
      'requirement',
    )
  await tx.query(
    `insert into onboarding.requirement_tick (id, institution_id, requirement, evidence, ticked_at, ticked_by)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (institution_id, requirement) do update
       set evidence = excluded.evidence, ticked_at = excluded.ticked_at, ticked_by = excluded.ticked_by`,
    [env.ids.uuid(by.at), kyb.institution_id, key, ticked ? evidenceOf(file, requirement) : null, by.at, by.actor],
  )
  const action = ticked ? 'kyb.requirement_checked' : 'kyb.requirement_reopened'
  note(tx, by, action, kyb.institution_id, { requirement: key })
}

/** The requirements that were checked in their present form. */
export async function ticksOf(sql: Sql, file: CaseFile): Promise<KybView['ticks']> {
  const rows = await sql.query<{ requirement: string; evidence: Buffer; at: Date; by: string }>(
    `select requirement, evidence, ticked_at as at, ticked_by as by from onboarding.requirement_tick
     where institution_id = $1 and evidence is not null`,
    [file.kyb.institution_id],
  )
  const names = await actorNames(
    sql,
    rows.map(({ by }) => by),
  )
  return file.requirements.flatMap((requirement) => {
    const row = rows.find((one) => one.requirement === requirementKey(requirement))
    if (!row?.evidence.equals(evidenceOf(file, requirement))) return []
    return [{ requirement: row.requirement, at: row.at.toISOString(), by: names.get(row.by) ?? null }]
  })
}

/** A hash of the data, people or documents that meet a requirement. */
const evidenceOf = (file: CaseFile, requirement: Requirement): Buffer =>
  createHash('sha256')
    .update(canonical(subjectOf(file, requirement)))
    .digest()

function subjectOf({ kyb, persons, documents, requests }: CaseFile, requirement: Requirement): Json {
  const { code, person_id, request_id, accepts } = requirement
  const [kind, name] = code.split('.')
  if (kind === 'entity') return kyb.entity[name as keyof typeof kyb.entity] ?? null
  if (kind === 'document')
    return documents
      .filter((one) => accepts.includes(one.kind) && one.personId === person_id)
      .map(({ id, sha256 }) => [id, sha256])
  if (kind === 'person')
    return persons
      .filter(({ roles }) => roles.some((role) => role === name))
      .map(({ id, updatedAt }) => [id, updatedAt.toISOString()])
  if (request_id !== null) return requests.find(({ id }) => id === request_id)?.answeredAt?.toISOString() ?? null
  return kyb.confirmed_at?.toISOString() ?? null
}
