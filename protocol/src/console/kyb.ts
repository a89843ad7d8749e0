import { z } from 'zod'
import { owed, signedDecimal } from '../endpoints/transfers.ts'
import { heldKinds } from '../holds.ts'
import { assetCode, decimal, isoTime, limitLeft, queryFields } from '../fields.ts'
import { agreement } from '../web-api/agreements.ts'
import { peopleCall } from '../web-api/call.ts'
import { done, email, id, lines, personName, reason } from '../web-api/fields.ts'
import { payouts } from '../people/approvals/payloads.ts'
import { apiKey } from '../web-api/api-keys.ts'
import { channels, riskClasses } from '../onboarding/kyb.ts'
import { kybView, nextSteps, state } from '../onboarding/views.ts'
import { listOf } from '../web-api/pages.ts'
import { chosen } from '../web-api/second-person.ts'

// Staff invite institutions, review their KYB cases and propose decisions.

const tag = 'KYB'
const created = z.object({ id: z.string() })
const proposed = z.object({
  approval_id: z.string().meta({ description: 'The open request for a second approver.' }),
})

const { limit, cursor, sort } = queryFields
const listRequest = z.strictObject({
  limit,
  cursor,
  sort,
  state: state.optional(),
  name: z.string().max(140).optional().meta({ description: 'A part of the name.' }),
})
export type KybListRequest = z.infer<typeof listRequest>

const institutionView = z.object({
  institutionid: z.string(),
  name: z.string(),
  state,
  risk_class: z.enum(riskClasses).nullable(),
  review_due_at: isoTime.nullable(),
  review_deadline: isoTime.nullable(),
  created_at: isoTime,
})
export type InstitutionView = z.infer<typeof institutionView>

const listView = listOf(institutionView)
export type KybListView = z.infer<typeof listView>

export const institutions = peopleCall({
  name: 'institutions',
  where: 'console',
  method: 'GET',
  path: '/institutions',
  act: 'institutions.read',
  tag,
  summary: 'Institutions and the state of their cases',
  description: 'Newest first.',
  request: listRequest,
  response: listView,
  errors: ['invalid_cursor'],
})

export const institution = peopleCall({
  name: 'institution',
  where: 'console',
  method: 'GET',
  path: '/institutions/{id}',
  act: 'institutions.read',
  tag,
  summary: 'One institution',
  description: 'With the next step of its onboarding, its agreements and API keys, the newest hundred of each.',
  request: z.strictObject({ id }),
  response: institutionView.extend({
    ...nextSteps,
    owed,
    agreements: z.array(agreement),
    api_keys: z.array(apiKey),
  }),
  errors: ['not_found'],
})

export const institutionLimits = peopleCall({
  name: 'institutionLimits',
  where: 'console',
  method: 'GET',
  path: '/institutions/{id}/limits',
  act: 'institutions.read',
  tag,
  summary: 'Limits of an institution, and its movements of today',
  description:
    'The maximum of a single mint or redemption, its limits in a day or a month with what is left, the amounts above which its payments need a second approver, and its movements since midnight (UTC), by the ledger.',
  request: z.strictObject({ id }),
  response: z.object({
    limits: z.array(limitLeft),
    second_person: z.object(chosen).omit({ approvers: true }),
    today: z.array(z.object({ asset: assetCode, received: decimal, sent: decimal })),
  }),
  errors: ['not_found'],
})

export const institutionMoney = peopleCall({
  name: 'institutionMoney',
  where: 'console',
  method: 'GET',
  path: '/institutions/{id}/money',
  act: 'institutions.read',
  tag,
  summary: 'Balances and latest movements of an institution',
  description:
    'The balances by the ledger that are not empty, and the latest ten movements in the words that the institution reads.',
  request: z.strictObject({ id }),
  response: z.object({
    balances: z.array(z.object({ asset: assetCode, available: decimal, pending: decimal, held: decimal })),
    movements: z.array(
      z.object({
        at: isoTime,
        phrase: z.string(),
        asset: assetCode,
        amount: signedDecimal,
        ref: z.string(),
        path: z.string().nullable().meta({ description: 'The page of its operation, if you may read it.' }),
      }),
    ),
  }),
  errors: ['not_found'],
})

export const inviteInstitution = peopleCall({
  name: 'inviteInstitution',
  where: 'console',
  method: 'POST',
  path: '/institutions',
  act: 'institutions.invite',
  tag,
  summary: 'Invite an institution',
  description: 'Creates the institution with an empty case, and invites its first administrator.',
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
  description:
    'Its next request is refused, in every process, and no money leaves for it. The answer lists what cannot be stopped,' +
    'and a case is opened for each.',
  request: z.strictObject({ id, reason }),
  response: done.extend({
    waiting: z.int().describe('The number of operations that wait until the suspension is lifted'),
    irrevocable: z
      .array(z.object({ kind: z.enum(heldKinds), id: z.string(), problem: z.string() }))
      .describe('Operations that could not be stopped, or only in part'),
  }),
  errors: ['bad_request', 'not_found'],
})

export const proposeOffboarding = peopleCall({
  name: 'proposeOffboarding',
  where: 'console',
  method: 'POST',
  path: '/institutions/{id}/offboard',
  act: 'kyb.work',
  tag,
  summary: 'Request to offboard an institution',
  description:
    'A second approver decides. Open operations end as the table of docs/states.md says, and balances are paid to a bank ' +
    'account or wallet of the institution. Its personal data is erased when its retention period ends.',
  request: z.strictObject({ id, reason, payouts: payouts.optional() }),
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
  description:
    'The whole case, the risk by factor, watchlist matches, and the timeline. Each read is in the audit log. A page that repeats its read sends the same `visit`: the log then has one entry for each content of the case that was shown.',
  request: z.strictObject({
    id,
    visit: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'Send 32 hex digits, chosen when the page is opened.')
      .optional()
      .meta({ description: 'A random id of the opened page, 32 hex digits.' }),
  }),
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
  description: 'The file as uploaded. The scan of a PDF is not complete. Open it in a viewer that runs no scripts.',
  request: z.strictObject({ id, document_id: id }),
  response: z.object({}),
  download: true,
  errors: ['not_found'],
})

export const viewKybDocument = peopleCall({
  name: 'viewKybDocument',
  where: 'console',
  method: 'GET',
  path: '/kyb/{id}/documents/{document_id}/view',
  act: 'kyb.read',
  tag,
  summary: 'Show a document of a case',
  description:
    'The same file, for a frame of the console. It has an origin of its own there, and runs no script of ours.',
  request: z.strictObject({ id, document_id: id }),
  response: z.object({}),
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
  response: z.object({}),
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
  description: 'A case under review returns to the institution. In a periodic review its state does not change.',
  request: z.strictObject({
    id,
    question: lines(4_000, 'Your question.'),
    days: z.int().min(1).max(365).default(30),
  }),
  response: created,
  errors: ['bad_request', 'not_found'],
})

export const tickRequirement = peopleCall({
  name: 'tickRequirement',
  where: 'console',
  method: 'POST',
  path: '/kyb/{id}/ticks',
  act: 'kyb.work',
  tag,
  summary: 'Tick a requirement that was checked',
  description:
    'Records that its data or documents were checked, or removes that record. A tick applies to the checked content and is removed when the institution changes that content.',
  request: z.strictObject({
    id,
    requirement: z.string().max(120).meta({
      description: 'Its code; if it concerns a person or a request, followed by a blank and that id.',
    }),
    ticked: z.boolean(),
  }),
  response: done,
  errors: ['bad_request', 'not_found'],
})

export const completeEdd = peopleCall({
  name: 'completeEdd',
  where: 'console',
  method: 'POST',
  path: '/kyb/{id}/complete-edd',
  act: 'kyb.work',
  tag,
  summary: 'Record that enhanced due diligence is complete',
  description: 'Refused until the institution has submitted the required information.',
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
  summary: 'Request to approve, reject or reinstate',
  description: 'A second approver decides. `reinstate` ends a suspension.',
  request: z.strictObject({ id, decision: z.enum(['approve', 'reject', 'reinstate']), reason }),
  response: proposed,
  errors: ['bad_request', 'not_found'],
})

export const kybCalls = [
  institutions,
  institution,
  institutionLimits,
  institutionMoney,
  inviteInstitution,
  suspendInstitution,
  proposeOffboarding,
  kybCase,
  kybDocument,
  viewKybDocument,
  exportKybCase,
  requestInformation,
  tickRequirement,
  completeEdd,
  openReview,
  proposeDecision,
] as const
