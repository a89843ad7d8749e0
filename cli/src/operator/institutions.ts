import {
  completeEdd,
  exportKybCase,
  institution,
  institutions,
  kybCase,
  kybDocument,
  openReview,
  proposeDecision,
  proposeOffboarding,
  requestInformation,
  suspendInstitution,
} from '@specie/protocol/console/kyb.ts'
import { waits } from './console.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { details, listed } from '../show.ts'

const INSTITUTION = 'id'

export const institutionsList = overConsole(institutions, {
  does: 'list institutions, newest first',
  show: listed('institutionid', 'state', 'risk_class', 'created_at', 'name'),
})

export const institutionsShow = overConsole(institution, {
  words: { INSTITUTION },
  does: 'show an institution with its agreements and API keys',
  show: details,
})

export const institutionsSuspend = overConsole(suspendInstitution, {
  words: { INSTITUTION, 'WHY…': 'reason' },
  does: 'suspend an institution at once',
  show: () => 'Suspended. Its next call is refused.',
})

export const institutionsOffboard = overConsole(proposeOffboarding, {
  words: { INSTITUTION, 'WHY…': 'reason' },
  does: 'ask to offboard an institution; a second approver approves it',
  show: ({ approval_id }) => `Offboarding: ${waits(approval_id)}`,
})

export const institutionsApprover = proposalOf(
  'institution.approver',
  { PERSON: 'person' },
  'give an institution a new approver when it has none left',
)

export const kybList = overConsole(institutions, {
  words: { '[STATE]': 'state' },
  does: 'list KYB cases, for example those in_review',
  show: listed('institutionid', 'state', 'risk_class', 'review_due_at', 'review_deadline', 'name'),
})

export const kybShow = overConsole(kybCase, {
  words: { INSTITUTION },
  does: 'show the KYB case of an institution; the access is recorded',
  show: details,
})

export const kybDocumentOf = overConsole(kybDocument, {
  words: { INSTITUTION, DOCUMENT: 'document_id', PATH: 'file' },
  does: 'write a document of a case to a new file',
  show: (_answer, { file }) => `Written to ${String(file)}.`,
})

export const kybExport = overConsole(exportKybCase, {
  words: { INSTITUTION, ZIP: 'file' },
  does: 'write a case with its documents and a signed manifest to a new zip file',
  show: (_answer, { file }) => `Written to ${String(file)}.`,
})

export const kybAsk = overConsole(requestInformation, {
  words: { INSTITUTION, 'QUESTION…': 'question' },
  does: 'ask the institution for information',
  show: () => 'Asked. The institution sees it in its case.',
})

export const kybPropose = overConsole(proposeDecision, {
  words: { 'approve|reject|reinstate': 'decision', INSTITUTION, 'WHY…': 'reason' },
  does: 'request a decision; a second approver approves it',
  show: ({ approval_id }, { decision }) => `To ${String(decision)}: ${waits(approval_id)}`,
})

export const kybReview = overConsole(openReview, {
  words: { INSTITUTION, 'WHY…': 'reason' },
  does: 'begin the periodic review before it is due',
  show: () => 'The review has begun.',
})

export const kybEdd = overConsole(completeEdd, {
  words: { INSTITUTION, 'WHY…': 'reason' },
  does: 'record that enhanced due diligence is complete',
  show: () => 'Done. The case is in review.',
})
