import {
  agreementCopyCall,
  agreementsCall,
  agreementTextCall,
  signAgreementCall,
} from '@specie/protocol/people/agreements.ts'
import { badRequest } from '../base/http/errors.ts'
import { agreementPdf, sentText } from '../institutions/agreement/copy.ts'
import { listAgreements } from '../institutions/agreement/list.ts'
import type { Signer, Whose } from '../institutions/agreement/row.ts'
import { signAgreement } from '../institutions/agreement/sign.ts'
import { byPerson } from '../people/by.ts'
import type { Session } from '../people/session/session.ts'
import type { PeopleRoutes, Visit } from './serve.ts'

export function agreementRoutes(routes: PeopleRoutes): void {
  routes.mount(agreementsCall, (env, { person }, input) => listAgreements(env.db, person.institutionId!, input))
  routes.mount(agreementTextCall, async (env, session, { id }) => {
    const { agreement, text } = await sentText(env.db, whoseOf(session), id)
    return { agreementid: agreement.id, text, text_sha256: agreement.text_sha256!.toString('hex') }
  })
  routes.mount(signAgreementCall, async (env, session, { name, ...input }, visit) => {
    if (plain(name) !== plain(session.person.name))
      throw badRequest('name', 'Type your own name, as it is written in your profile.', 'name')
    const by = byPerson(env, session, visit, 'signed')
    const signer = signerOf(session, visit, 'typed_name')
    await env.db.tx((tx) => signAgreement(env, tx, whoseOf(session), input, signer, by))
    return { agreementid: input.id, status: 'signed' as const }
  })
  routes.mount(agreementCopyCall, async (env, session, { id }) => {
    const { filename, bytes } = await agreementPdf(env.db, whoseOf(session), id)
    return { filename, pdf: bytes.toString('base64') }
  })
}

const whoseOf = ({ person }: Session): Whose => ({ institutionId: person.institutionId })

/** Names are compared without regard to case and spacing. */
const plain = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

export const signerOf = (session: Session, { ip }: Visit, method: Signer['method']): Signer => ({
  method,
  name: session.person.name,
  person: session.person.id,
  session: session.id,
  factor: session.method,
  factor_at: session.factorAt.toISOString(),
  ip,
})
