import {
  addCaseDocumentCall,
  assignCaseCall,
  caseCall,
  caseDocumentCall,
  casesCall,
  exportCaseCall,
  noteCaseCall,
} from '@specie/protocol/console/cases.ts'
import { addDocument, readDocument } from '../../compliance/case/documents.ts'
import { exportCase } from '../../compliance/case/export.ts'
import { listCases } from '../../compliance/case/list.ts'
import { note } from '../../compliance/case/row.ts'
import { showCase } from '../../compliance/case/show.ts'
import { addNote, assignCase } from '../../compliance/case/work.ts'
import { byPerson } from '../../people/by.ts'
import { bodyOf, type PeopleRoutes } from '../../web-api/routes.ts'

const ok = { result: 'ok' } as const

/** Cases of compliance. Two people decide them (approvals.ts). */
export function caseRoutes(routes: PeopleRoutes): void {
  routes.mount(casesCall, ({ db, clock }, { person }, request) =>
    listCases(db, request, { reader: person.id, now: clock.now() }),
  )
  routes.mount(caseCall, (env, _session, { id }) => showCase(env, env.db, id))
  routes.mount(assignCaseCall, async (env, session, { id, personid, reason }, visit) => {
    const assignee = personid === undefined ? session.person.id : personid
    await env.db.tx((tx) => assignCase(tx, id, assignee, byPerson(env, session, visit, reason)))
    return ok
  })
  routes.mount(noteCaseCall, async (env, session, { id, text }, visit) => {
    const by = byPerson(env, session, visit, 'a note')
    return { id: await env.db.tx((tx) => addNote(env, tx, id, text, by)) }
  })
  routes.mount(addCaseDocumentCall, async (env, session, { id, name }, visit) => {
    const by = byPerson(env, session, visit, 'evidence')
    const content = bodyOf(visit.request)
    return { id: await env.db.tx((tx) => addDocument(env, tx, id, { name, content }, by)) }
  })
  routes.mount(caseDocumentCall, async (env, session, { id, file_id }, visit) => {
    const document = await readDocument(env, env.db, id, file_id)
    const by = byPerson(env, session, visit, 'read')
    await env.db.tx((tx) => note(tx, by, 'case.document_read', id, { document: file_id }))
    return document
  })
  routes.mount(exportCaseCall, async (env, session, { id }, visit) => {
    const content = await exportCase(env, id, byPerson(env, session, visit, 'exported'))
    return { contentType: 'application/zip', name: `case-${id}.zip`, content }
  })
}
