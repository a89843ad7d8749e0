import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const issuanceTables: VersionedTables = {
  'issuance.conversion': { ...byId, fixed: ['institution_id', 'sell', 'buy', 'bought'] },
  'issuance.conversion_leg': { ...byId, fixed: ['conversion_id', 'source', 'owner', 'amount'] },
  'issuance.mint': {
    ...byId,
    fixed: [
      'institution_id',
      'asset',
      'blockchain',
      'quantity',
      'destination',
      'address',
      'address_id',
      'funding_currency',
    ],
  },
  'issuance.redemption': { ...byId, fixed: ['institution_id', 'asset', 'blockchain', 'quantity', 'bank_account_id'] },
}
