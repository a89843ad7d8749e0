import { byId, withUnread, type VersionedTables } from '../base/audit/row-versions.ts'

export const chainsTables: VersionedTables = {
  'chains.attempt': { key: ['chain', 'hash'], fixed: ['transaction_id', 'raw'] },
  'chains.carried': { key: ['operation_id', 'transaction_id'] },
  'chains.contract': { key: ['chain', 'asset'], fixed: ['address'] },
  'chains.deposit_address': { key: ['family', 'index'], fixed: ['address'] },
  'chains.halt': byId,
  'chains.movement': { ...withUnread, fixed: ['chain', 'txid', 'asset', 'recipient', 'amount'] },
  'chains.operation': {
    ...withUnread,
    fixed: ['chain', 'purpose', 'subject', 'kind', 'asset', 'amount', 'recipient', 'source', 'request_id'],
  },
  'chains.token_account': { key: ['address'], fixed: ['owner', 'mint'] },
  'chains.transaction': { key: ['id'], excluded: ['sent_at'], fixed: ['chain', 'key'] },
  'chains.wallet': { key: ['chain', 'key'], excluded: ['next_nonce'], fixed: ['address'] },
}
