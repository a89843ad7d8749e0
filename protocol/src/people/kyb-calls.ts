import { z } from 'zod'
import { isoTime, queryFields } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { peopleCall } from './call.ts'
import { done, email, id, personName, reason } from './fields.ts'
import {
  channels,
  day,
  documentKinds,
  documentTypes,
  entityDraft,
  kybPerson,
  maxDocumentBytes,
  personFields,
  personRoles,
  requirement,
  riskClasses,
} from './kyb.ts'

// Calls about an institution's KYB case: the institution fills it in, staff look at it and decide.

const tag = 'KYB'
const state = z.enum(statesOf(machines.kyb_case))
const created = z.object({ id: z.string() })
const proposed = z.object({
  approval_id: z.string().meta({ description: 'The request that waits for a second person.' }),
})
const empty = z.object({})

const personData = z.object({ ...personFields.omit({ roles: true }).shape }).nullable()

const shared = {
  institutionid: z.string(),
  name: z.string(),
  state,
  entity: entityDraft,
  persons: z.array(
    z.object({
      id: z.string(),
      roles: z.array(z.enum(personRoles)),
      data: personData.meta({ description: 'Null once it was erased.' }),
    }),
  ),
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(documentKinds),
      person_id: z.string().nullable(),
      name: z.string().nullable().meta({ description: 'Null once it was erased.' }),
      content_type: z.enum(documentTypes),
      bytes: z.number(),
      sha256: z.string(),
      expires_on: z.string().nullable(),
      created_at: isoTime,
    }),
  ),
  requests: z.array(
    z.object({
      id: z.string(),
      question: z.string().nullable(),
      answer: z.string().nullable(),
      asked_at: isoTime,
      due_at: isoTime,
      answered_at: isoTime.nullable(),
    }),
  ),
  requirements: z.array(requirement),
  submitted_at: isoTime.nullable(),
  review: z.object({
    due_at: isoTime.nullable(),
    deadline: isoTime.nullable().meta({ description: 'Until then the institution keeps its access.' }),
    confirmed_at: isoTime.nullable(),
  }),
}

const companyView = z.object(shared)
export type CompanyView = z.infer<typeof companyView>

const riskView = z.object({
  score: z.number(),
  class: z.enum(riskClasses),
  edd: z.boolean(),
  parts: z.array(
    z.object({ factor: z.string(), value: z.string(), risk: z.number(), weight: z.number(), points: z.number() }),
  ),
  reasons: z.array(z.string()),
})

const kybView = z.object({
  ...shared,
  caseid: z.string(),
  channel: z.enum(channels),
  screening: z
    .array(z.object({ subject: z.string(), list: z.string(), effect: z.string(), score: z.number() }))
    .nullable(),
  risk: riskView.nullable(),
  erased: z.boolean(),
  timeline: z.array(
    z.object({ at: isoTime, what: z.string(), subject: z.string(), actor: z.string(), why: z.string().nullable() }),
  ),
})
export type KybView = z.infer<typeof kybView>

// The portal

export const company = peopleCall({
  name: 'company',
  where: 'portal',
  method: 'GET',
  path: '/company',
  act: 'company.read',
  tag,
  summary: 'The company and its KYB case',
  description: 'What the company has said of itself, its people and documents, and what is still asked of it.',
  request: z.strictObject({}),
  response: companyView,
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
  description: 'Replaces all of it. Fields that are not known yet may be left out until the case is submitted.',
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
  description: 'The person no longer counts; what was handed in is kept as long as it must be.',
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
    'The body is the file: PDF, PNG or JPEG, 10 MiB at most, with its own content type. Its bytes decide what it is; a file that could also be read as something else is refused. The fields are in the query.',
  request: z.strictObject({
    kind: z.enum(documentKinds),
    name: z.string().trim().min(1).max(200),
    person_id: id.optional().meta({ description: 'The person whom it concerns; without it, the company.' }),
    expires_on: day.optional(),
  }),
  upload: { maxBytes: maxDocumentBytes },
  response: created,
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
  description: 'The file as it was sent.',
  request: z.strictObject({ id }),
  response: empty,
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
  description: 'The document no longer counts; it is kept as long as it must be.',
  request: z.strictObject({ id }),
  response: done,
  errors: ['not_found'],
})

export const answerRequest = peopleCall({
  name: 'answerRequest',
  where: 'portal',
  method: 'POST',
  path: '/company/requests/{id}/answer',
  act: 'company.edit',
  tag,
  summary: 'Answer an information request',
  description: 'Once everything is answered, submit the case again.',
  request: z.strictObject({ id, answer: z.string().trim().min(1).max(4_000) }),
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
  description: 'Says that all of it is right, also what has not changed. A later change asks for it again.',
  request: z.strictObject({}),
  response: done,
  errors: ['bad_request'],
})

// The console

const { limit, cursor, sort } = queryFields
const listRequest = z.strictObject({
  limit,
  cursor,
  sort,
  state: state.optional(),
  name: z.string().max(140).optional().meta({ description: 'A part of the name.' }),
})
export type KybListRequest = z.infer<typeof listRequest>

const listView = z.object({
  items: z.array(
    z.object({
      institutionid: z.string(),
      name: z.string(),
      state,
      risk_class: z.enum(riskClasses).nullable(),
      review_due_at: isoTime.nullable(),
      review_deadline: isoTime.nullable(),
      created_at: isoTime,
    }),
  ),
  next_cursor: z.string().nullable(),
})
export type KybListView = z.infer<typeof listView>

export const institutions = peopleCall({
  name: 'institutions',
  where: 'console',
  method: 'GET',
  path: '/institutions',
  act: 'institutions.read',
  tag,
  summary: 'Institutions and the state of their cases',
  description: 'The newest first.',
  request: listRequest,
  response: listView,
  errors: ['invalid_cursor'],
})

export const inviteInstitution = peopleCall({
  name: 'inviteInstitution',
  where: 'console',
  method: 'POST',
  path: '/institutions',
  act: 'institutions.invite',
  tag,
  summary: 'Invite an institution',
  description: 'Creates the institution with an empty case, and its first administrator, who is invited.',
  request: z.strictObject({
    name: z.string().trim().min(1).max(140),
    channel: z.enum(channels),
    admin_email: email,
    admin_name: personName,
  }),
  response: z.object({
    institutionid: z.string(),
    person_id: z.string(),
    link: z.string().meta({ description: 'A link that works once. It is shown only now; hand it to the person.' }),
    expires_at: isoTime,
  }),
  errors: ['bad_request'],
})

export const suspendInstitution = peopleCall({
  name: 'suspendInstitution',
  where: 'console',
  method: 'POST',
  path: '/institutions/{id}/suspend',
  act: 'institutions.suspend',
  tag,
  summary: 'Suspend an institution at once',
  description: 'Its next request is refused, in every process.',
  request: z.strictObject({ id, reason }),
  response: done,
  errors: ['bad_request', 'not_found'],
})

export const proposeOffboarding = peopleCall({
  name: 'proposeOffboarding',
  where: 'console',
  method: 'POST',
  path: '/institutions/{id}/offboard',
  act: 'kyb.work',
  tag,
  summary: 'Propose to offboard an institution',
  description: 'A second person decides. Its personal data is erased when it need not be kept any longer.',
  request: z.strictObject({ id, reason }),
  response: proposed,
  errors: ['bad_request', 'not_found'],
})

export const kybCase = peopleCall({
  name: 'kybCase',
  where: 'console',
  method: 'GET',
  path: '/kyb/{id}',
  act: 'kyb.read',
  tag,
  summary: 'The KYB case of an institution',
  description: 'Everything in the case, the risk with each factor’s part, matches with watchlists, and the timeline.',
  request: z.strictObject({ id }),
  response: kybView,
  errors: ['not_found'],
})

export const kybDocument = peopleCall({
  name: 'kybDocument',
  where: 'console',
  method: 'GET',
  path: '/kyb/{id}/documents/{document_id}',
  act: 'kyb.read',
  tag,
  summary: 'Download a document of a case',
  description: 'The file as it was sent.',
  request: z.strictObject({ id, document_id: id }),
  response: empty,
  download: true,
  errors: ['not_found'],
})

export const exportKybCase = peopleCall({
  name: 'exportKybCase',
  where: 'console',
  method: 'GET',
  path: '/kyb/{id}/export',
  act: 'kyb.read',
  tag,
  summary: 'Export a case',
  description:
    'A zip with case.json, the documents, manifest.json with the hash of each file, and manifest.sig, the signature over it with the audit key.',
  request: z.strictObject({ id }),
  response: empty,
  download: true,
  errors: ['not_found', 'service_unavailable'],
})

export const requestInformation = peopleCall({
  name: 'requestInformation',
  where: 'console',
  method: 'POST',
  path: '/kyb/{id}/requests',
  act: 'kyb.work',
  tag,
  summary: 'Ask the institution for information',
  description:
    'A case that is being looked at goes back to the institution. In a periodic review it stays where it is.',
  request: z.strictObject({
    id,
    question: z.string().trim().min(1).max(4_000),
    days: z.int().min(1).max(365).default(30),
  }),
  response: created,
  errors: ['bad_request', 'not_found'],
})

export const completeEdd = peopleCall({
  name: 'completeEdd',
  where: 'console',
  method: 'POST',
  path: '/kyb/{id}/complete-edd',
  act: 'kyb.work',
  tag,
  summary: 'Enhanced due diligence is done',
  description: 'Refused while the institution has not handed in what it asks for.',
  request: z.strictObject({ id, reason }),
  response: done,
  errors: ['bad_request', 'not_found'],
})

export const openReview = peopleCall({
  name: 'openReview',
  where: 'console',
  method: 'POST',
  path: '/kyb/{id}/review',
  act: 'kyb.work',
  tag,
  summary: 'Begin a review before it is due',
  description: 'The institution keeps its access until the deadline.',
  request: z.strictObject({ id, reason }),
  response: done,
  errors: ['bad_request', 'not_found'],
})

export const proposeDecision = peopleCall({
  name: 'proposeDecision',
  where: 'console',
  method: 'POST',
  path: '/kyb/{id}/decision',
  act: 'kyb.work',
  tag,
  summary: 'Propose to approve, reject or reinstate',
  description: 'A second person decides. `reinstate` ends a suspension.',
  request: z.strictObject({ id, decision: z.enum(['approve', 'reject', 'reinstate']), reason }),
  response: proposed,
  errors: ['bad_request', 'not_found'],
})

export const kybCalls = [
  company,
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
  institutions,
  inviteInstitution,
  suspendInstitution,
  proposeOffboarding,
  kybCase,
  kybDocument,
  exportKybCase,
  requestInformation,
  completeEdd,
  openReview,
  proposeDecision,
] as const
