import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const railsTables: VersionedTables = {
  'rails.payment': { ...byId, fixed: ['institution_id', 'rail_id', 'received', 'received_currency'] },
  'rails.rail': {
    ...byId,
    fixed: ['institution_id', 'railtype', 'asset', 'currency', 'blockchain', 'destination', 'memo', 'address_id'],
  },
  'rails.statement': { key: ['provider', 'currency', 'day'] },
  'rails.statement_entry': { key: ['source', 'kind'], fixed: ['amount', 'currency'] },
}
