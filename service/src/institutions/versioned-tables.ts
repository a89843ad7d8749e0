import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const institutionsTables: VersionedTables = {
  'institutions.address': byId,
  'institutions.agreement': byId,
  'institutions.api_key': byId,
  'institutions.bank_account': byId,
  'institutions.closing_payout': byId,
  'institutions.information_request': byId,
  'institutions.institution': byId,
  'institutions.kyb_case': byId,
  'institutions.kyb_document': byId,
  'institutions.kyb_person': byId,
  'institutions.second_person': { key: ['institution_id', 'kind'] },
}
