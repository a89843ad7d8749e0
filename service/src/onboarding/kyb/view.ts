import type { CompanyView, KybView } from '@specie/protocol/onboarding/views.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { actorNames } from '../../directory/actor-names.ts'
import { institutionName } from '../../directory/institutions.ts'
import type { CaseDocument } from './documents.ts'
import { type CaseFile, readCaseFile } from './case-file.ts'
import type { CasePerson } from './persons.ts'
import type { InformationRequest } from './requests.ts'
import { readSteps } from './steps.ts'
import { findCase, type KybState } from './row.ts'
import { screenedView } from './screened-view.ts'
import { ticksOf } from './ticks.ts'
import { timelineOf } from './timeline.ts'

// A case for the institution, and for staff.

/** States of the internal review are hidden from the institution (no tipping off). */
const hidden = new Set<KybState>(['submitted', 'screening', 'edd_required', 'in_review'])
const shownState = (state: KybState): KybState => (hidden.has(state) ? 'in_review' : state)

/** For the institution itself. */
export async function companyView(env: Env, sql: Sql, institutionId: string): Promise<CompanyView> {
  const file = await readCaseFile(env, sql, await findCase(sql, institutionId))
  return { ...(await shared(sql, file)), state: shownState(file.kyb.state) }
}

/** For staff. */
export async function kybView(env: Env, sql: Sql, institutionId: string): Promise<KybView> {
  const file = await readCaseFile(env, sql, await findCase(sql, institutionId))
  const { kyb } = file
  return {
    ...(await shared(sql, file)),
    caseid: kyb.id,
    state: kyb.state,
    channel: kyb.channel,
    screening: kyb.screening?.map(({ part: _part, ...hit }) => hit) ?? null,
    screened: screenedView(file),
    ticks: await ticksOf(sql, file),
    risk: kyb.risk,
    erased: kyb.erased_at !== null,
    timeline: await timelineView(sql, institutionId),
  }
}

async function shared(sql: Sql, file: CaseFile) {
  const { kyb, persons, documents, requests, requirements } = file
  const names = await actorNames(
    sql,
    documents.map(({ createdBy }) => createdBy),
  )
  return {
    institutionid: kyb.institution_id,
    name: await institutionName(sql, kyb.institution_id),
    entity: kyb.entity,
    persons: persons.map(personView),
    documents: documents.map((one) => ({ ...documentView(one), uploaded_by: names.get(one.createdBy) ?? null })),
    requests: requests.map(requestView),
    requirements,
    ...(await readSteps(sql, file)),
    submitted_at: iso(kyb.submitted_at),
    review: { due_at: iso(kyb.review_due_at), deadline: iso(kyb.review_deadline), confirmed_at: iso(kyb.confirmed_at) },
  }
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const personView = ({ id, roles, data }: CasePerson) => ({ id, roles, data })

const documentView = ({
  personId,
  contentType,
  expiresOn,
  createdAt,
  sameAs,
  createdBy: _by,
  ...rest
}: CaseDocument) => ({
  ...rest,
  same_as: sameAs,
  person_id: personId,
  content_type: contentType,
  expires_on: expiresOn,
  created_at: createdAt.toISOString(),
})

const requestView = ({ askedAt, dueAt, answeredAt, ...rest }: InformationRequest) => ({
  ...rest,
  asked_at: askedAt.toISOString(),
  due_at: dueAt.toISOString(),
  answered_at: iso(answeredAt),
})

async function timelineView(sql: Sql, institutionId: string): Promise<KybView['timeline']> {
  const entries = await timelineOf(sql, institutionId)
  const names = await actorNames(
    sql,
    entries.map(({ actor }) => actor),
  )
  return entries.map(({ at, ...rest }) => ({
    at: at.toISOString(),
    ...rest,
    actor_name: names.get(rest.actor) ?? null,
  }))
}
