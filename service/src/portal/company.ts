import {
  addDocument as addDocumentCall,
  addPerson as addPersonCall,
  answerRequest,
  changePerson as changePersonCall,
  company,
  companyLimits,
  confirmReview as confirmReviewCall,
  ownDocument,
  removeDocument as removeDocumentCall,
  removePerson as removePersonCall,
  saveEntity as saveEntityCall,
  submitCase as submitCaseCall,
} from '@specie/protocol/portal/company.ts'
import { fields } from '../api/fields.ts'
import { limitsOf } from '../compliance/limit/left.ts'
import { kybPerson } from '@specie/protocol/onboarding/kyb.ts'
import { saveEntity } from '../onboarding/kyb/company.ts'
import { addDocument, listDocuments, readDocument, removeDocument } from '../onboarding/kyb/documents.ts'
import { addPerson, changePerson, removePerson } from '../onboarding/kyb/persons.ts'
import { answerInformation } from '../onboarding/kyb/requests.ts'
import { confirmReview, submitCase } from '../onboarding/kyb/submit.ts'
import { companyView } from '../onboarding/kyb/view.ts'
import { operationMaximum } from '../issuance/supply-change.ts'
import { byPerson } from '../people/by.ts'
import type { Session } from '../people/session/session.ts'
import { coinCodes } from '../ledger/coin.ts'
import { bodyOf, type PeopleRoutes } from '../web-api/routes.ts'

// The company and its KYB case, for the people of the institution. Every call is about their own institution.

const own = ({ person }: Session): string => person.institutionId!
const ok = { result: 'ok' } as const

export function companyRoutes(routes: PeopleRoutes): void {
  routes.mount(company, (env, session) => companyView(env, env.db, own(session)))

  routes.mount(companyLimits, async (env, session) => ({
    limits: [...coinCodes.map((coin) => operationMaximum(env, coin)), ...(await limitsOf(env.db, own(session)))],
  }))

  routes.mount(saveEntityCall, async (env, session, entity, visit) => {
    const by = byPerson(env, session, visit, 'company data')
    await env.db.tx((tx) => saveEntity(tx, own(session), entity, by))
    return ok
  })

  routes.mount(addPersonCall, async (env, session, person, visit) => {
    const by = byPerson(env, session, visit, 'a person of the company')
    return { id: await env.db.tx((tx) => addPerson(env, tx, own(session), person, by)) }
  })

  routes.mount(changePersonCall, async (env, session, { id, ...given }, visit) => {
    const person = fields(kybPerson, given)
    const by = byPerson(env, session, visit, 'a person of the company')
    await env.db.tx((tx) => changePerson(env, tx, own(session), id, person, by))
    return ok
  })

  routes.mount(removePersonCall, async (env, session, { id }, visit) => {
    const by = byPerson(env, session, visit, 'a person of the company')
    await env.db.tx((tx) => removePerson(tx, own(session), id, by))
    return ok
  })

  routes.mount(addDocumentCall, async (env, session, { kind, name, person_id, expires_on }, visit) => {
    const by = byPerson(env, session, visit, 'a document of the company')
    const document = {
      kind,
      name,
      personId: person_id ?? null,
      expiresOn: expires_on ?? null,
      content: bodyOf(visit.request),
    }
    const id = await env.db.tx((tx) => addDocument(env, tx, own(session), document, by))
    const added = (await listDocuments(env, env.db, own(session))).find((one) => one.id === id)
    return { id, same_as: added?.sameAs ?? null }
  })

  routes.mount(ownDocument, (env, session, { id }) => readDocument(env, env.db, own(session), id))

  routes.mount(removeDocumentCall, async (env, session, { id }, visit) => {
    const by = byPerson(env, session, visit, 'a document of the company')
    await env.db.tx((tx) => removeDocument(tx, own(session), id, by))
    return ok
  })

  routes.mount(answerRequest, async (env, session, { id, answer }, visit) => {
    const by = byPerson(env, session, visit, 'an information request')
    await env.db.tx((tx) => answerInformation(env, tx, own(session), { id, answer }, by))
    return ok
  })

  routes.mount(submitCaseCall, async (env, session, _input, visit) => {
    const by = byPerson(env, session, visit, 'submitted by the institution')
    await env.db.tx((tx) => submitCase(env, tx, own(session), by))
    return ok
  })

  routes.mount(confirmReviewCall, async (env, session, _input, visit) => {
    const by = byPerson(env, session, visit, 'confirmed by the institution')
    await env.db.tx((tx) => confirmReview(env, tx, own(session), by))
    return ok
  })
}
