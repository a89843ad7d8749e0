import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const institutionsTables: VersionedTables = {
  'institutions.address': { ...byId, fixed: ['institution_id', 'blockchain', 'address', 'memo'] },
  'institutions.agreement': { ...byId, fixed: ['institution_id', 'product', 'version', 'text_sha256'] },
  'institutions.api_key': { ...byId, fixed: ['institution_id', 'spki'] },
  'institutions.bank_account': { ...byId, fixed: ['institution_id', 'currency', 'identifier', 'name'] },
  'institutions.closing_payout': byId,
  'institutions.information_request': { ...byId, fixed: ['institution_id', 'asked_by'] },
  'institutions.institution': byId,
  'institutions.key_challenge': { key: ['key_id'], deletable: true },
  'institutions.kyb_case': { ...byId, fixed: ['institution_id'] },
  'institutions.kyb_document': { ...byId, fixed: ['institution_id', 'kind', 'sha256'] },
  'institutions.kyb_person': { ...byId, fixed: ['institution_id'] },
  'institutions.nonce_mark': { key: ['key_id'] },
  'institutions.second_person': { key: ['institution_id', 'kind'] },
}
