import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const railsTables: VersionedTables = {
  'rails.payment': byId,
  'rails.rail': byId,
  'rails.statement': { key: ['provider', 'currency', 'day'] },
  'rails.statement_entry': { key: ['source', 'kind'] },
}
