import { products } from '@specie/protocol/endpoints/endpoint.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { channels, documentKinds, documentTypes, riskClasses } from '@specie/protocol/onboarding/kyb.ts'
import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { type Found, inWords, searchable } from '../base/searchable.ts'
import { decisionFacts, offboardingFacts } from './kyb/facts.ts'
import { endAgreements } from './agreement/end.ts'
import { signedAgreements } from './agreement/staff-queue.ts'
import { decideCase, describeDecision } from './kyb/decide.ts'
import { erasePersonalData } from './kyb/erase.ts'
import { completeOffboarding, describeOffboarding, offboard } from './kyb/offboard.ts'
import { reviewInstitutions } from './kyb/review.ts'
import { openCases } from './kyb/staff-queue.ts'

/** May this institution be our client? */
export const room: Room = {
  name: 'onboarding',
  tables: {
    'onboarding.agreement': { ...byId, fixed: ['institution_id', 'product', 'version', 'text_sha256'] },
    'onboarding.closing_payout': byId,
    'onboarding.information_request': { ...byId, fixed: ['institution_id', 'asked_by'] },
    'onboarding.kyb_case': { ...byId, fixed: ['institution_id'] },
    'onboarding.kyb_document': { ...byId, fixed: ['institution_id', 'kind', 'sha256'] },
    'onboarding.kyb_person': { ...byId, fixed: ['institution_id'] },
    'onboarding.requirement_tick': { ...byId, fixed: ['institution_id', 'requirement'] },
  },
  topics: {
    onboarding: 'kyb',
    'onboarding.agreement': 'agreement',
    'onboarding.closing_payout': 'institution',
  },
  unversioned: {
    'onboarding.kyb_document_content': 'its hash stands in its document',
  },
  values: {
    'onboarding.agreement': { product: products },
    'onboarding.kyb_case': { channel: channels, accepted_class: riskClasses },
    'onboarding.kyb_document': { kind: documentKinds, content_type: documentTypes },
  },
  partOf: {
    'compliance.institution_profile': 'onboarding.institution_profile',
  },
  jobs: [endAgreements, reviewInstitutions, erasePersonalData],
  searchable: [
    searchable<Found & { product: string; version: string }>({
      kind: 'agreement',
      columns: 'id, institution_id, product, version',
      from: 'onboarding.agreement',
      id: 'uuid',
      fields: [],
      title: ({ product, version }) => `Agreement: ${inWords(product)}, version ${version}`,
    }),
  ],
  staffQueue: [openCases, signedAgreements],
  approvals: {
    'kyb.decide': { ...payloads['kyb.decide'], describe: describeDecision, facts: decisionFacts, execute: decideCase },
    'institution.offboard': {
      ...payloads['institution.offboard'],
      complete: completeOffboarding,
      describe: describeOffboarding,
      facts: offboardingFacts,
      execute: offboard,
    },
  },
}
