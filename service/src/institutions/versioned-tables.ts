import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const institutionsTables: VersionedTables = {
  'institutions.address': byId,
  'institutions.agreement': byId,
  'institutions.api_key': byId,
  'institutions.bank_account': byId,
  'institutions.institution': byId,
  'institutions.kyb_case': byId,
  'institutions.second_person': { key: ['institution_id', 'kind'], mayBeDeleted: 'true' },
}
