import { beforeHorizon, byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const tradingTables: VersionedTables = {
  'trading.conversion': byId,
  'trading.execution': byId,
  'trading.pair': { key: ['symbol'] },
  'trading.quote': {
    key: ['id'],
    mayBeDeleted: beforeHorizon('trading.quote'),
  },
  'trading.venue': { key: ['name'] },
}
