import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const transfersTables: VersionedTables = {
  'transfers.deposit': { ...byId, fixed: ['asset', 'blockchain', 'txid', 'address', 'quantity'] },
  'transfers.statement': { ...byId, fixed: ['institution_id', 'currency', 'period_from', 'period_to', 'sequence'] },
  'transfers.unreferenced': { key: ['payout_id'] },
  'transfers.withdrawal': {
    ...byId,
    fixed: ['institution_id', 'asset', 'quantity', 'bank_account_id', 'blockchain', 'address_id'],
  },
}
