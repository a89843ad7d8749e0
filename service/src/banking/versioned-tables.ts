import { byId, withUnread, type VersionedTables } from '../base/audit/row-versions.ts'

export const bankingTables: VersionedTables = {
  'banking.alias': { key: ['account', 'bankref'] },
  'banking.bank_account': { key: ['iban'] },
  'banking.bank_case': byId,
  'banking.entry': byId,
  'banking.expected': { key: ['reference'] },
  'banking.file': { key: ['sha256'] },
  // The content is compared with its hash separately.
  'banking.hand_file': { key: ['sha256'], excluded: ['content'] },
  'banking.hand_line': byId,
  'banking.message': byId,
  'banking.payer_account': { key: ['payer', 'account'] },
  'banking.payment_order': { key: ['id'], excluded: ['asked_at'] },
  'banking.payout': withUnread,
  'banking.reference': { key: ['institution_id', 'currency'] },
  'banking.sender': { key: ['account'] },
  'banking.unclear_line': byId,
  'banking.wire': byId,
}
