import { z } from 'zod'
import { limitLeft } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { done, id, lines } from '../web-api/fields.ts'
import { endingDocuments, identityDocuments } from '../onboarding/documents.ts'
import { day, documentKinds, entityDraft, kybPerson, maxDocumentBytes, personFields } from '../onboarding/kyb.ts'
import { companyView } from '../onboarding/views.ts'

// The KYB case of an institution, filled in by its people.

const tag = 'Company'
const created = z.object({ id: z.string() })

export const company = peopleCall({
  name: 'company',
  where: 'portal',
  method: 'GET',
  path: '/company',
  act: 'company.read',
  tag,
  summary: 'The company and its KYB case',
  description: 'The data of the company, its people and documents, and the open requirements.',
  request: z.strictObject({}),
  response: companyView,
  errors: [],
})

export const companyLimits = peopleCall({
  name: 'companyLimits',
  where: 'portal',
  method: 'GET',
  path: '/company/limits',
  act: 'company.read',
  tag,
  summary: 'Limits',
  description:
    'Limits that do not depend on the request: the maximum of a single mint or redemption, and what is left of the limits of your institution in a day or a month.',
  request: z.strictObject({}),
  response: z.object({ limits: z.array(limitLeft) }),
  errors: [],
})

export const saveEntity = peopleCall({
  name: 'saveEntity',
  where: 'portal',
  method: 'POST',
  path: '/company/entity',
  act: 'company.edit',
  tag,
  summary: 'Save the company’s data',
  description: 'Replaces all of it. Unknown fields may be omitted until the case is submitted.',
  request: entityDraft,
  response: done,
  errors: ['bad_request'],
})

export const addPerson = peopleCall({
  name: 'addPerson',
  where: 'portal',
  method: 'POST',
  path: '/company/persons',
  act: 'company.edit',
  tag,
  summary: 'Add an owner, a director or a signatory',
  description: 'Owners hold 25 % or more, directly or through the companies in `chain`.',
  request: kybPerson,
  response: created,
  errors: ['bad_request'],
})

export const changePerson = peopleCall({
  name: 'changePerson',
  where: 'portal',
  method: 'POST',
  path: '/company/persons/{id}',
  act: 'company.edit',
  tag,
  summary: 'Change the data of a person',
  description: 'Replaces all of it.',
  request: z.strictObject({ id, ...personFields.shape }),
  response: done,
  errors: ['bad_request', 'not_found'],
})

export const removePerson = peopleCall({
  name: 'removePerson',
  where: 'portal',
  method: 'POST',
  path: '/company/persons/{id}/remove',
  act: 'company.edit',
  tag,
  summary: 'Remove a person from the case',
  description: 'The person no longer counts; the submitted data is kept for its retention period.',
  request: z.strictObject({ id }),
  response: done,
  errors: ['bad_request', 'not_found'],
})

export const addDocument = peopleCall({
  name: 'addDocument',
  where: 'portal',
  method: 'POST',
  path: '/company/documents',
  act: 'company.edit',
  tag,
  summary: 'Add a document',
  description:
    'The body is the file: PDF, PNG or JPEG, 10 MiB at most, with its own content type. Its bytes decide its type; an ambiguous file is refused. The fields are in the query, and are checked before the file is read.',
  request: z
    .strictObject({
      kind: z.enum(documentKinds),
      name: z.string().trim().min(1).max(200),
      person_id: id
        .optional()
        .meta({ description: 'The person concerned, required for an identity document; without it, the company.' }),
      expires_on: day.optional().meta({ description: 'Required for a passport.' }),
    })
    .refine(({ kind, person_id }) => person_id !== undefined || !identityDocuments.includes(kind), {
      path: ['person_id'],
      message: 'an identity document belongs to a person, so send its `person_id`',
    })
    .refine(({ kind, expires_on }) => expires_on !== undefined || !endingDocuments.includes(kind), {
      path: ['expires_on'],
      message: 'a passport expires, so send the last day on which it is valid',
    }),
  upload: { maxBytes: maxDocumentBytes },
  response: created.extend({
    same_as: z
      .string()
      .nullable()
      .meta({ description: 'A document that the case already had with the same content; the new one is kept too.' }),
  }),
  errors: ['bad_request', 'not_found', 'payload_too_large'],
})

export const ownDocument = peopleCall({
  name: 'ownDocument',
  where: 'portal',
  method: 'GET',
  path: '/company/documents/{id}',
  act: 'company.read',
  tag,
  summary: 'Download a document',
  description: 'The file as uploaded.',
  request: z.strictObject({ id }),
  response: z.object({}),
  download: true,
  errors: ['not_found'],
})

export const removeDocument = peopleCall({
  name: 'removeDocument',
  where: 'portal',
  method: 'POST',
  path: '/company/documents/{id}/remove',
  act: 'company.edit',
  tag,
  summary: 'Remove a document from the case',
  description: 'The document no longer counts; it is kept for its retention period.',
  request: z.strictObject({ id }),
  response: done,
  errors: ['bad_request', 'not_found'],
})

export const answerRequest = peopleCall({
  name: 'answerRequest',
  where: 'portal',
  method: 'POST',
  path: '/company/requests/{id}/answer',
  act: 'company.edit',
  tag,
  summary: 'Answer an information request',
  description:
    'Answers a question of our staff. It changes no data of the case and cannot be changed later. While the case is `info_requested`, submit it again once everything is answered. In a periodic review the state of the case does not change. Correct outdated data, then confirm the data.',
  request: z.strictObject({ id, answer: lines(4_000, 'What you answer.') }),
  response: done,
  errors: ['bad_request', 'not_found'],
})

export const submitCase = peopleCall({
  name: 'submitCase',
  where: 'portal',
  method: 'POST',
  path: '/company/submit',
  act: 'company.edit',
  tag,
  summary: 'Submit the case',
  description: 'Refused while a requirement is due; the answer names what is missing.',
  request: z.strictObject({}),
  response: done,
  errors: ['bad_request'],
})

export const confirmReview = peopleCall({
  name: 'confirmReview',
  where: 'portal',
  method: 'POST',
  path: '/company/confirm',
  act: 'company.edit',
  tag,
  summary: 'Confirm the data in a periodic review',
  description:
    'Confirms that all data of the case is right, including unchanged data. Our staff then decide, which ends the review. Refused while a requirement is due, for example an open information request. Answer that request first. A later change requires a new confirmation.',
  request: z.strictObject({}),
  response: done,
  errors: ['bad_request'],
})

export const companyCalls = [
  company,
  companyLimits,
  saveEntity,
  addPerson,
  changePerson,
  removePerson,
  addDocument,
  ownDocument,
  removeDocument,
  answerRequest,
  submitCase,
  confirmReview,
] as const
