import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const complianceTables: VersionedTables = {
  'compliance.hold': { ...byId, fixed: ['institution_id', 'reason', 'cause'] },
  'compliance.listed': { key: ['name', 'list'] },
  'compliance.part': { ...byId, fixed: ['whole'] },
}
