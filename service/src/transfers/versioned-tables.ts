import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const transfersTables: VersionedTables = {
  'transfers.deposit': byId,
  'transfers.statement': byId,
  'transfers.unreferenced': { key: ['payout_id'] },
  'transfers.withdrawal': byId,
}
