import { z } from 'zod'
import { agreement, changed, copy, id, sha256 } from '../web-api/agreements.ts'
import { assertionCredential, signatureOptions } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { peopleCall } from '../web-api/call.ts'

export const agreementsCall = peopleCall({
  name: 'agreements',
  where: 'portal',
  method: 'GET',
  path: '/agreements',
  act: 'company.read',
  tag: 'Agreements',
  summary: 'Agreements',
  description: 'Agreements of every product and version, newest first.',
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
  description: 'Markdown, and its hash, which the signer repeats.',
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
  summary: 'The challenge for signing an agreement',
  description:
    'The challenge is the SHA-256 of a canonical object of the agreement, the hash of its text, the signer, the environment, a nonce and an expiry. It can be used once, within five minutes.',
  request: z.strictObject({ id }),
  response: signatureOptions,
  signed: 'challenge',
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
    'With the hash of the text and the signer’s own name, typed. A person with a passkey signs with it; see challenge. The signature is also the fresh factor. It is active once our staff have countersigned it.',
  request: z.strictObject({
    id,
    text_sha256: sha256,
    name: z.string().max(140),
    credential: assertionCredential.optional().meta({ description: 'The assertion of the passkey.' }),
  }),
  response: changed,
  signed: 'act',
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

export const agreementCalls = [
  agreementsCall,
  agreementTextCall,
  challengeAgreementCall,
  signAgreementCall,
  agreementCopyCall,
] as const
