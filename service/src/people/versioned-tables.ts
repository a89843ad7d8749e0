import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const peopleTables: VersionedTables = {
  'people.person': byId,
  'people.person_role': { key: ['person_id', 'role'] },
  'people.approval': byId,
}
