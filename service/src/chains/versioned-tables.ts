import { byId, withUnread, type VersionedTables } from '../base/audit/row-versions.ts'

export const chainsTables: VersionedTables = {
  'chains.attempt': { key: ['chain', 'hash'] },
  'chains.carried': { key: ['operation_id', 'transaction_id'] },
  'chains.contract': { key: ['chain', 'asset'] },
  'chains.deposit_address': { key: ['family', 'index'] },
  'chains.halt': byId,
  'chains.movement': withUnread,
  'chains.operation': withUnread,
  'chains.token_account': { key: ['address'] },
  'chains.transaction': { key: ['id'], excluded: ['sent_at'] },
  'chains.wallet': { key: ['chain', 'key'], excluded: ['next_nonce'] },
}
