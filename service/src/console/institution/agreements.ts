import {
  countersignAgreementCall,
  institutionAgreementCall,
  institutionAgreementsCall,
  sendAgreementCall,
  staffAgreementCopyCall,
  terminateAgreementCall,
} from '@specie/protocol/console/agreements.ts'
import { agreementPdf, sentText } from '../../onboarding/agreement/copy.ts'
import { terminateAgreement } from '../../onboarding/agreement/end.ts'
import { agreementView, listAgreements } from '../../onboarding/agreement/list.ts'
import type { AgreementState } from '../../onboarding/agreement/row.ts'
import { sendAgreement } from '../../onboarding/agreement/send.ts'
import { countersignAgreement } from '../../onboarding/agreement/sign.ts'
import { currentText, textOf } from '../../onboarding/agreement/texts.ts'
import { assertInstitution, institutionName } from '../../directory/institutions.ts'
import { byPerson } from '../../people/by.ts'
import { signerOf } from '../../web-api/signer.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'

export function staffAgreementRoutes(routes: PeopleRoutes): void {
  routes.mount(institutionAgreementsCall, async (env, _session, { id, ...request }) => {
    await assertInstitution(env.db, id)
    return listAgreements(env.db, id, request)
  })
  routes.mount(institutionAgreementCall, async ({ db }, _session, { id }) => {
    const agreement = await agreementView(db, id)
    const institution = await institutionName(db, agreement.institutionid)
    const text = agreement.text_sha256 === null ? null : (await sentText(db, { institutionId: null }, id)).text
    return { ...agreement, institution, text }
  })
  routes.mount(sendAgreementCall, async (env, session, input, visit) => {
    const { institutionid: institutionId, product, version, notice_days: noticeDays } = input
    const text = version === undefined ? currentText(product) : textOf(product, version)
    const by = byPerson(env, session, visit, 'sent for signature')
    const agreementid = await env.db.tx((tx) => sendAgreement(env, tx, { institutionId, text, noticeDays }, by))
    return { agreementid, status: 'sent' as const }
  })
  routes.mount(countersignAgreementCall, async (env, session, { id }, visit) => {
    const by = byPerson(env, session, visit, 'countersigned')
    await env.db.tx((tx) => countersignAgreement(tx, id, signerOf(session, visit, 'session'), by))
    return { agreementid: id, status: 'active' as const }
  })
  routes.mount(terminateAgreementCall, async (env, session, { id, reason }, visit) => {
    const status = await env.db.tx((tx) => terminateAgreement(tx, id, byPerson(env, session, visit, reason)))
    return { agreementid: id, status: status as AgreementState }
  })
  routes.mount(staffAgreementCopyCall, async (env, _session, { id }) => {
    const { filename, bytes } = await agreementPdf(env.db, { institutionId: null }, id)
    return { filename, pdf: bytes.toString('base64') }
  })
}
