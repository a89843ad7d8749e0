import {
  agreementCopyCall,
  agreementsCall,
  agreementTextCall,
  challengeAgreementCall,
  signAgreementCall,
} from '@specie/protocol/portal/agreements.ts'
import type { PeopleRequest } from '@specie/protocol/web-api/call.ts'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import { agreementPdf, sentText } from '../onboarding/agreement/copy.ts'
import { listAgreements } from '../onboarding/agreement/list.ts'
import { agreementOf } from '../onboarding/agreement/row.ts'
import { signerFacts, signAgreement } from '../onboarding/agreement/sign.ts'
import { byPerson } from '../people/by.ts'
import { ownPasskeys } from '../people/factor/passkey.ts'
import { type PasskeyEvidence, signatureOf, signatureOptions } from '../people/factor/signature.ts'
import type { Session } from '../people/session/session.ts'
import { requireSite } from '../web-api/origin.ts'
import type { PeopleRoutes, Visit } from '../web-api/routes.ts'
import { signerOf } from '../web-api/signer.ts'
import type { OwnerFilter } from '../directory/institutions.ts'

/** The agreements of an institution. Read, sign, download. */
export function agreementRoutes(routes: PeopleRoutes): void {
  routes.mount(agreementsCall, (env, { person }, input) => listAgreements(env.db, person.institutionId!, input))
  routes.mount(agreementTextCall, async (env, session, { id }) => {
    const { agreement, text } = await sentText(env.db, whoseOf(session), id)
    return { agreementid: agreement.id, text, text_sha256: agreement.text_sha256!.toString('hex') }
  })
  routes.mount(challengeAgreementCall, async (env, session, { id }, { request }) => {
    const { agreement } = await sentText(env.db, whoseOf(session), id)
    const meant = signerFacts(session.person.id, {
      id: agreement.id,
      text_sha256: agreement.text_sha256!.toString('hex'),
    })
    return signatureOptions(env, session, requireSite(request, env.config), purpose, meant)
  })
  routes.mount(signAgreementCall, async (env, session, { name, credential, ...input }, visit) => {
    if (plain(name) !== plain(session.person.name))
      throw badRequest('name', 'Type your own name as in your profile.', 'name')
    await agreementOf(env.db, whoseOf(session), input.id)
    const by = byPerson(env, session, visit, 'signed')
    const evidence = await evidenceOf(env, session, input, credential, visit)
    const signer = { ...signerOf(session, visit, evidence?.method ?? 'typed_name'), ...(evidence && { evidence }) }
    await env.db.tx((tx) => signAgreement(env, tx, whoseOf(session), input, signer, by))
    return { agreementid: input.id, status: 'signed' as const }
  })
  routes.mount(agreementCopyCall, async (env, session, { id }) => {
    const { filename, bytes } = await agreementPdf(env.db, whoseOf(session), id)
    return { filename, pdf: bytes.toString('base64') }
  })
}

/** Challenges for signatures under agreements. */
const purpose = 'agreement'

type Input = { id: string; text_sha256: string }
type Credential = PeopleRequest<typeof signAgreementCall>['credential']

/** The evidence of the signer's passkey; null for a signer without one. */
async function evidenceOf(
  env: Env,
  session: Session,
  input: Input,
  credential: Credential,
  { request }: Visit,
): Promise<PasskeyEvidence | null> {
  if (credential === undefined) {
    if ((await ownPasskeys(env.db, session.person.id)).length === 0) return null
    throw refused('passkey_required', 'Sign with your passkey.')
  }
  const signed = { credential, site: requireSite(request, env.config) }
  return signatureOf(env, session, purpose, signerFacts(session.person.id, input), signed, refused)
}

const refused = (rule: string, sentence: string) => badRequest(rule, sentence, 'credential')

const whoseOf = ({ person }: Session): OwnerFilter => ({ institutionId: person.institutionId })

/** Names are compared without regard to case and spacing. */
const plain = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
