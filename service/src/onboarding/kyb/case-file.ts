import type { Requirement } from '@specie/protocol/onboarding/kyb.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type CaseDocument, listDocuments } from './documents.ts'
import { type CasePerson, readPersons } from './persons.ts'
import { type InformationRequest, listRequests } from './requests.ts'
import { isOpen, requirementsOf } from './requirements.ts'
import type { KybCase } from './row.ts'
import { badRequest } from '../../base/http/errors.ts'

/** A case with all its data. */
export type CaseFile = {
  kyb: KybCase
  persons: CasePerson[]
  documents: CaseDocument[]
  requests: InformationRequest[]
  requirements: Requirement[]
}

export async function readCaseFile(env: Env, sql: Sql, kyb: KybCase): Promise<CaseFile> {
  const { institution_id: institutionId, state, entity, risk, review_deadline: deadline, confirmed_at } = kyb
  const persons = await readPersons(env, sql, institutionId)
  const documents = await listDocuments(env, sql, institutionId)
  const requests = await listRequests(env, sql, institutionId)
  const requirements = requirementsOf({
    state,
    entity,
    persons,
    documents,
    requests,
    edd: risk?.edd ?? false,
    review: deadline && { deadline, confirmed: confirmed_at !== null },
    at: env.clock.settlement(),
  })
  return { kyb, persons, documents, requests, requirements }
}

/** Throws while requirements are open, except `except`. */
export function assertComplete({ requirements }: CaseFile, except?: string): void {
  const missing = requirements.filter((one) => isOpen(one) && one.code !== except).map(({ code }) => code)
  if (missing.length === 0) return
  throw badRequest('incomplete', `This is still missing: ${[...new Set(missing)].join(', ')}.`, 'requirements')
}
