import { byId, withUnread, type VersionedTables } from '../base/audit/row-versions.ts'

export const bankingTables: VersionedTables = {
  'banking.alias': { key: ['account', 'bankref'], fixed: ['entry_id'] },
  'banking.bank_account': { key: ['iban'], fixed: ['purpose', 'currency'] },
  'banking.bank_case': byId,
  'banking.entry': { ...byId, fixed: ['account', 'bankref', 'direction', 'amount', 'booking_date'] },
  'banking.expected': { key: ['reference'], fixed: ['currency', 'amount', 'kind', 'subject'] },
  'banking.file': { key: ['sha256'] },
  // The content is compared with its hash separately.
  'banking.hand_file': { key: ['sha256'], excluded: ['content'] },
  'banking.hand_line': { ...byId, fixed: ['account', 'currency', 'bankref', 'direction', 'amount'] },
  'banking.message': { ...byId, fixed: ['account', 'content', 'opening', 'closing'] },
  'banking.payer_account': { key: ['payer', 'account'] },
  'banking.payment_order': { key: ['id'], excluded: ['asked_at'], fixed: ['message_id', 'xml'] },
  'banking.payout': {
    ...withUnread,
    fixed: [
      'institution_id',
      'currency',
      'amount',
      'creditor_name',
      'creditor_account',
      'creditor_bic',
      'end_to_end_id',
    ],
  },
  'banking.reference': { key: ['institution_id', 'currency'], fixed: ['value'] },
  'banking.sender': { key: ['account'], fixed: ['institution_id'] },
  'banking.unclear_line': { ...byId, fixed: ['account', 'amount'] },
  'banking.wire': { ...byId, fixed: ['entry_id', 'bankref', 'currency', 'amount'] },
}
