import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const institutionsTables: VersionedTables = {
  'destinations.address': { ...byId, fixed: ['institution_id', 'blockchain', 'address', 'memo'] },
  'onboarding.agreement': { ...byId, fixed: ['institution_id', 'product', 'version', 'text_sha256'] },
  'access.api_key': { ...byId, fixed: ['institution_id', 'spki'] },
  'destinations.bank_account': { ...byId, fixed: ['institution_id', 'currency', 'identifier', 'name'] },
  'onboarding.closing_payout': byId,
  'onboarding.information_request': { ...byId, fixed: ['institution_id', 'asked_by'] },
  'directory.institution': byId,
  'access.key_challenge': { key: ['key_id'], deletable: true },
  'onboarding.kyb_case': { ...byId, fixed: ['institution_id'] },
  'onboarding.kyb_document': { ...byId, fixed: ['institution_id', 'kind', 'sha256'] },
  'onboarding.kyb_person': { ...byId, fixed: ['institution_id'] },
  'access.nonce_mark': { key: ['key_id'] },
  'people.second_person': { key: ['institution_id', 'kind'] },
}
