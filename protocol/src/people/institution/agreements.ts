import { z } from 'zod'
import { products } from '../../endpoints/endpoint.ts'
import { anId, isoTime, uuid } from '../../fields.ts'
import { machines, statesOf } from '../../machines.ts'
import { peopleCall } from '../call.ts'
import { assertionCredential, signatureOptions, reason } from '../fields.ts'
import { listOf, paged } from '../pages.ts'

// Agreements: sent by staff, signed by a person of the institution, countersigned by staff.

const id = anId.meta({ description: 'The id of an agreement.' })
const status = z.enum(statesOf(machines.agreement))
const signed = z.object({ name: z.string(), at: isoTime }).nullable()
const sha256 = z.string().meta({ description: 'SHA-256 of the text in UTF-8, in hex.' })

const agreement = z.object({
  agreementid: z.string(),
  product: z.enum(products),
  version: z.string(),
  status,
  text_sha256: sha256.nullable(),
  sign_until: isoTime.nullable().meta({ description: 'Settlement time.' }),
  ends_at: isoTime.nullable().meta({ description: 'Settlement time: the end of the notice that a new version gave.' }),
  signed,
  countersigned: signed,
  created_at: isoTime,
  updated_at: isoTime,
})

const changed = z.object({ agreementid: z.string(), status })
const copy = z.object({
  filename: z.string(),
  pdf: z.string().meta({ description: 'The file in base64.' }),
})

export const agreementsCall = peopleCall({
  name: 'agreements',
  where: 'portal',
  method: 'GET',
  path: '/agreements',
  act: 'company.read',
  tag: 'Agreements',
  summary: 'Agreements',
  description: 'Agreements of every product and version, the newest first.',
  request: z.strictObject(paged),
  response: listOf(agreement),
  errors: ['invalid_cursor'],
})

export const agreementTextCall = peopleCall({
  name: 'agreementText',
  where: 'portal',
  method: 'GET',
  path: '/agreements/{id}/text',
  act: 'company.read',
  tag: 'Agreements',
  summary: 'The text of an agreement',
  description: 'Markdown, and its hash, which whoever signs it names.',
  request: z.strictObject({ id }),
  response: z.object({ agreementid: z.string(), text: z.string(), text_sha256: sha256 }),
  errors: ['not_found'],
})

export const challengeAgreementCall = peopleCall({
  name: 'challengeAgreement',
  where: 'portal',
  method: 'POST',
  path: '/agreements/{id}/challenge',
  act: 'agreements.sign',
  tag: 'Agreements',
  summary: 'What a passkey signs under an agreement',
  description:
    'The challenge is the SHA-256 of a canonical object of the agreement, the hash of its text, the signer, the environment, a nonce and an expiry. It can be used once, within five minutes.',
  request: z.strictObject({ id }),
  response: signatureOptions,
  errors: ['not_found'],
})

export const signAgreementCall = peopleCall({
  name: 'signAgreement',
  where: 'portal',
  method: 'POST',
  path: '/agreements/{id}/sign',
  act: 'agreements.sign',
  tag: 'Agreements',
  summary: 'Sign an agreement',
  description:
    'With the hash of the text and one’s own name, typed. Whoever has a passkey signs with it; see challenge. It is active once our staff has countersigned it.',
  request: z.strictObject({
    id,
    text_sha256: sha256,
    name: z.string().max(140),
    credential: assertionCredential.optional().meta({ description: 'What the passkey has signed.' }),
  }),
  response: changed,
  errors: ['not_found'],
})

export const agreementCopyCall = peopleCall({
  name: 'agreementCopy',
  where: 'portal',
  method: 'GET',
  path: '/agreements/{id}/copy',
  act: 'company.read',
  tag: 'Agreements',
  summary: 'A copy of an agreement',
  description: 'A PDF with the text, the signatures and their evidence.',
  request: z.strictObject({ id }),
  response: copy,
  errors: ['not_found'],
})

export const institutionAgreementsCall = peopleCall({
  name: 'institutionAgreements',
  where: 'console',
  method: 'GET',
  path: '/institutions/{id}/agreements',
  act: 'institutions.read',
  tag: 'Agreements',
  summary: 'Agreements of an institution',
  description: 'As the institution sees them.',
  request: z.strictObject({ id: anId.meta({ description: 'The id of an institution.' }), ...paged }),
  response: listOf(agreement),
  errors: ['not_found', 'invalid_cursor'],
})

export const institutionAgreementCall = peopleCall({
  name: 'institutionAgreement',
  where: 'console',
  method: 'GET',
  path: '/agreements/{id}',
  act: 'institutions.read',
  tag: 'Agreements',
  summary: 'One agreement with its text',
  description: 'The text is Markdown; null: this one was agreed before texts were kept.',
  request: z.strictObject({ id }),
  response: agreement.extend({ institutionid: z.string(), institution: z.string(), text: z.string().nullable() }),
  errors: ['not_found'],
})

export const sendAgreementCall = peopleCall({
  name: 'sendAgreement',
  where: 'console',
  method: 'POST',
  path: '/agreements',
  act: 'agreements.countersign',
  tag: 'Agreements',
  summary: 'Send an agreement',
  description:
    'A new version leaves the active one in force until it is active itself, or until the notice has ended: then the product is closed to the institution.',
  request: z.strictObject({
    institutionid: uuid,
    product: z.enum(products),
    version: z.string().optional().meta({ description: 'By default the newest.' }),
    notice_days: z.int().min(1).max(365).default(30),
  }),
  response: changed,
  errors: [],
})

export const countersignAgreementCall = peopleCall({
  name: 'countersignAgreement',
  where: 'console',
  method: 'POST',
  path: '/agreements/{id}/countersign',
  act: 'agreements.countersign',
  tag: 'Agreements',
  summary: 'Countersign an agreement',
  description: 'It is active from then on, in place of the version before.',
  request: z.strictObject({ id }),
  response: changed,
  errors: ['not_found'],
})

export const terminateAgreementCall = peopleCall({
  name: 'terminateAgreement',
  where: 'console',
  method: 'POST',
  path: '/agreements/{id}/terminate',
  act: 'agreements.countersign',
  tag: 'Agreements',
  summary: 'End an agreement',
  description: 'At once. One that was not signed yet can no longer be.',
  request: z.strictObject({ id, reason }),
  response: changed,
  errors: ['not_found'],
})

export const staffAgreementCopyCall = peopleCall({
  name: 'staffAgreementCopy',
  where: 'console',
  method: 'GET',
  path: '/agreements/{id}/copy',
  act: 'institutions.read',
  tag: 'Agreements',
  summary: 'A copy of an agreement',
  description: 'A PDF with the text, the signatures and their evidence.',
  request: z.strictObject({ id }),
  response: copy,
  errors: ['not_found'],
})

export const agreementCalls = [
  agreementsCall,
  agreementTextCall,
  challengeAgreementCall,
  signAgreementCall,
  agreementCopyCall,
  institutionAgreementsCall,
  institutionAgreementCall,
  sendAgreementCall,
  countersignAgreementCall,
  terminateAgreementCall,
  staffAgreementCopyCall,
] as const
