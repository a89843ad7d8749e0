import { z } from 'zod'
import { agreement, changed, copy, id } from '../web-api/agreements.ts'
import { anId, uuid } from '../fields.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { peopleCall } from '../web-api/call.ts'
import { products } from '../endpoints/endpoint.ts'
import { reason } from '../web-api/fields.ts'

export const institutionAgreementsCall = peopleCall({
  name: 'institutionAgreements',
  where: 'console',
  method: 'GET',
  path: '/institutions/{id}/agreements',
  act: 'institutions.read',
  tag: 'Agreements',
  summary: 'Agreements of an institution',
  description: 'Shown as the institution sees them.',
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
  description: 'The text is Markdown; null for an agreement older than the stored texts.',
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
    'The active version stays in force until the new version is active, or until the notice period has ended. After that the product is closed to the institution.',
  request: z.strictObject({
    institutionid: uuid,
    product: z.enum(products),
    version: z.string().optional().meta({ description: 'The newest by default.' }),
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
  description: 'It becomes active and replaces the previous version.',
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
  description: 'Effective at once. An unsigned agreement can no longer be signed.',
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

export const staffAgreementCalls = [
  institutionAgreementsCall,
  institutionAgreementCall,
  sendAgreementCall,
  countersignAgreementCall,
  terminateAgreementCall,
  staffAgreementCopyCall,
] as const
