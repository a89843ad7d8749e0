import {
  completeEdd as completeEddCall,
  exportKybCase,
  kybCase,
  kybDocument,
  openReview as openReviewCall,
  proposeDecision,
  requestInformation,
  tickRequirement as tickRequirementCall,
  viewKybDocument,
} from '@specie/protocol/console/kyb.ts'
import { proposalOf } from '../../onboarding/kyb/decide.ts'
import { readDocument } from '../../onboarding/kyb/documents.ts'
import { exportCase } from '../../onboarding/kyb/export.ts'
import { createInformationRequest } from '../../onboarding/kyb/requests.ts'
import { openReview } from '../../onboarding/kyb/review.ts'
import { noteRead } from '../../onboarding/kyb/reads.ts'
import { findCase, note } from '../../onboarding/kyb/row.ts'
import { completeEdd } from '../../onboarding/kyb/submit.ts'
import { tickRequirement } from '../../onboarding/kyb/ticks.ts'
import { kybView } from '../../onboarding/kyb/view.ts'
import { requestApproval } from '../../people/approval/request.ts'
import { byPerson } from '../../people/by.ts'
import type { Handler, PeopleRoutes } from '../../web-api/routes.ts'

// KYB cases, for staff. Views of a case and downloads of its documents are recorded too.

const ok = { result: 'ok' } as const

export function kybRoutes(routes: PeopleRoutes): void {
  routes.mount(kybCase, async (env, session, { id, visit: opened }, visit) => {
    const { institution_id } = await findCase(env.db, id)
    await noteRead(env, institution_id, byPerson(env, session, visit, 'read'), opened)
    return kybView(env, env.db, institution_id)
  })

  routes.mount(kybDocument, documentOf)
  routes.mount(viewKybDocument, async (...given) => ({ ...(await documentOf(...given)), inline: true }))

  routes.mount(exportKybCase, async (env, session, { id }, visit) => {
    const { institution_id } = await findCase(env.db, id)
    const content = await exportCase(env, institution_id, byPerson(env, session, visit, 'exported'))
    return { contentType: 'application/zip', name: `kyb-${institution_id}.zip`, content }
  })

  routes.mount(requestInformation, async (env, session, { id, question, days }, visit) => {
    const by = byPerson(env, session, visit, 'information is missing')
    return { id: await env.db.tx((tx) => createInformationRequest(env, tx, id, { question, days }, by)) }
  })

  routes.mount(tickRequirementCall, async (env, session, { id, ...tick }, visit) => {
    const by = byPerson(env, session, visit, tick.ticked ? 'checked' : 'no longer checked')
    await env.db.tx((tx) => tickRequirement(env, tx, id, tick, by))
    return ok
  })

  routes.mount(completeEddCall, async (env, session, { id, reason }, visit) => {
    await env.db.tx((tx) => completeEdd(env, tx, id, byPerson(env, session, visit, reason)))
    return ok
  })

  routes.mount(openReviewCall, async (env, session, { id, reason }, visit) => {
    await env.db.tx((tx) => openReview(env, tx, id, byPerson(env, session, visit, reason)))
    return ok
  })

  routes.mount(proposeDecision, async (env, session, { id, decision, reason }) => {
    const payload = await proposalOf(env.db, id, decision)
    const request = { kind: 'kyb.decide', subject: payload.institutionid, payload, reason } as const
    return { approval_id: (await env.db.tx((tx) => requestApproval(env, tx, session, request))).id }
  })
}

/** A read is recorded whether the file is downloaded or shown. */
const documentOf: Handler<typeof kybDocument> = async (env, session, { id, document_id }, visit) => {
  const { institution_id } = await findCase(env.db, id)
  const document = await readDocument(env, env.db, institution_id, document_id)
  const by = byPerson(env, session, visit, 'read')
  await env.db.tx((tx) => note(tx, by, 'kyb.document_read', institution_id, { document: document.id }))
  return document
}
