import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const issuanceTables: VersionedTables = {
  'issuance.conversion': byId,
  'issuance.conversion_leg': byId,
  'issuance.mint': byId,
  'issuance.redemption': byId,
}
