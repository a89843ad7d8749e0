import { beforeHorizon, byId, type VersionedTables } from '../base/audit/row-versions.ts'

const terms = ['institution_id', 'symbol', 'side', 'qty', 'amount'] as const

export const tradingTables: VersionedTables = {
  'trading.closed_flow': { key: ['symbol', 'began'], fixed: ['base', 'quote'], deletable: true },
  'trading.conversion': { ...byId, fixed: terms },
  'trading.execution': { ...byId, fixed: [...terms, 'order_id', 'venue', 'price'] },
  'trading.pair': { key: ['symbol'] },
  'trading.quote': {
    key: ['id'],
    fixed: terms,
    mayBeDeleted: beforeHorizon('trading.quote'),
  },
  'trading.venue': { key: ['name'], fixed: ['institution_id'] },
}
