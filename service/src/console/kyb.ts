import type { Json } from '@specie/protocol/json.ts'
import type { ApprovalKind } from '@specie/protocol/people/approvals.ts'
import {
  completeEdd as completeEddCall,
  exportKybCase,
  kybCase,
  kybDocument,
  openReview as openReviewCall,
  proposeDecision,
  requestInformation,
} from '@specie/protocol/people/kyb-calls.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { readDocument } from '../institutions/kyb/documents.ts'
import { exportCase } from '../institutions/kyb/export.ts'
import { askForInformation } from '../institutions/kyb/requests.ts'
import { openReview } from '../institutions/kyb/review.ts'
import { findCase, note, lockCase } from '../institutions/kyb/row.ts'
import { completeEdd } from '../institutions/kyb/submit.ts'
import { kybView } from '../institutions/kyb/view.ts'
import { byPerson } from '../people/person/by.ts'
import type { Session } from '../people/session/session.ts'
import type { PeopleRoutes } from '../portal/serve.ts'

/** Asks for the decision of a second person (people/approval/request.ts). Returns the id of the request. */
export type Propose = (
  env: Env,
  tx: Tx,
  session: Session,
  request: { kind: ApprovalKind; subject: string; payload: Json; reason: string },
) => Promise<string>

// KYB cases, for staff. Who looks at a case or takes a document out is on record too.

const ok = { result: 'ok' } as const

export function kybRoutes(routes: PeopleRoutes, propose: Propose): void {
  routes.mount(kybCase, async (env, session, { id }, visit) => {
    const view = await kybView(env, env.db, id)
    await env.db.tx((tx) => note(tx, byPerson(env, session, visit, 'read'), 'kyb.read', view.institutionid))
    return view
  })

  routes.mount(kybDocument, async (env, session, { id, document_id }, visit) => {
    const { institution_id } = await findCase(env.db, id)
    const document = await readDocument(env, env.db, institution_id, document_id)
    const by = byPerson(env, session, visit, 'read')
    await env.db.tx((tx) => note(tx, by, 'kyb.document_read', institution_id, { document: document.id }))
    return document
  })

  routes.mount(exportKybCase, async (env, session, { id }, visit) => {
    const { institution_id } = await findCase(env.db, id)
    const content = await exportCase(env, institution_id, byPerson(env, session, visit, 'exported'))
    return { contentType: 'application/zip', name: `kyb-${institution_id}.zip`, content }
  })

  routes.mount(requestInformation, async (env, session, { id, question, days }, visit) => {
    const by = byPerson(env, session, visit, 'information is missing')
    return { id: await env.db.tx((tx) => askForInformation(env, tx, id, { question, days }, by)) }
  })

  routes.mount(completeEddCall, async (env, session, { id, reason }, visit) => {
    await env.db.tx((tx) => completeEdd(env, tx, id, byPerson(env, session, visit, reason)))
    return ok
  })

  routes.mount(openReviewCall, async (env, session, { id, reason }, visit) => {
    await env.db.tx((tx) => openReview(env, tx, id, byPerson(env, session, visit, reason)))
    return ok
  })

  routes.mount(proposeDecision, async (env, session, { id, decision, reason }) => ({
    approval_id: await env.db.tx(async (tx) => {
      const { institution_id: subject } = await lockCase(tx, id)
      const payload = { institutionid: subject, decision }
      return propose(env, tx, session, { kind: 'kyb.decide', subject, payload, reason })
    }),
  }))
}
