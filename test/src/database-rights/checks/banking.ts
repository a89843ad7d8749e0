import { day, type Edges, id, other } from './edges.ts'

// Checks of the bank's tables: files, entries, payouts and wires.

const endToEnd = (column: string): Edges => ({
  accepts: [{ [column]: 'A' }, { [column]: 'aZ09'.repeat(8) + '123' }],
  refuses: [{ [column]: '' }, { [column]: 'a'.repeat(36) }, { [column]: 'a-b' }],
})

export const bankingEdges: Record<string, Edges> = {
  'banking.bank_case.bank_case_check': {
    accepts: [{}, { closed_at: day, closed_by: 'ann' }],
    refuses: [{ closed_at: day }, { closed_by: 'ann' }],
  },
  'banking.entry.entry_check': { accepts: [{ notified_by: 1 }, { confirmed_by: 1 }], refuses: [{}] },
  'banking.entry.entry_reported_by_check': { accepts: [{ reported_by: [1] }], refuses: [{ reported_by: [] }] },
  'banking.manual_file.manual_file_check': {
    accepts: [{ taken_by: 'ann', confirmed_by: 'bob' }, { taken_by: 'ann' }],
    refuses: [
      { taken_by: 'ann', confirmed_by: 'ann' },
      { taken_by: 'ann', confirmed_by: 'ANN' },
      { taken_by: 'Ann', confirmed_by: 'ann' },
    ],
  },
  'banking.manual_file.manual_file_check1': {
    accepts: [{}, { confirmed_by: 'bob', confirmed_at: day }],
    refuses: [{ confirmed_by: 'bob' }, { confirmed_at: day }],
  },
  'banking.manual_file.manual_file_check2': {
    accepts: [{}, { retracted_by: 'bob', retracted_at: day }],
    refuses: [{ retracted_by: 'bob' }, { retracted_at: day }],
  },
  'banking.manual_file.manual_file_taken_by_check': { accepts: [{ taken_by: 'a' }], refuses: [{ taken_by: '' }] },
  'banking.manual_file.manual_file_why_check': { accepts: [{ why: 'a' }], refuses: [{ why: '' }] },
  'banking.manual_line.manual_line_check': {
    accepts: [{ state: 'confirmed', entry_id: 1 }, { state: 'waiting' }],
    refuses: [{ state: 'confirmed' }, { state: 'waiting', entry_id: 1 }],
  },
  'banking.message.message_check': {
    accepts: [{ kind: 'camt.053', from_date: day, to_date: day, opening: 0, closing: 0 }, { kind: 'camt.054' }],
    refuses: [
      { kind: 'camt.053', from_date: day, to_date: day, opening: 0 },
      { kind: 'camt.053' },
      { kind: 'camt.054', from_date: day, to_date: day, opening: 0, closing: 0 },
    ],
  },
  'banking.message.message_check1': {
    accepts: [
      { format: 'camt.054', kind: 'camt.054' },
      { format: 'camt.053', kind: 'camt.053' },
      { format: 'mt940', kind: 'camt.053' },
    ],
    refuses: [
      { format: 'camt.054', kind: 'camt.053' },
      { format: 'camt.053', kind: 'camt.054' },
      { format: 'mt940', kind: 'camt.054' },
      { format: 'csv', kind: 'camt.053' },
    ],
  },
  'banking.payment_order.payment_order_message_id_check': endToEnd('message_id'),
  'banking.payout.a_fee_sweep_is_its_own': {
    accepts: [
      { kind: 'fee_sweep', id, subject: id, purpose: 'client_money' },
      { kind: 'return', id, subject: other },
    ],
    refuses: [
      { kind: 'fee_sweep', id, subject: other, purpose: 'client_money' },
      { kind: 'fee_sweep', id, subject: id, purpose: 'reserve' },
    ],
  },
  'banking.payout.only_a_return_is_agreed': {
    accepts: [{ kind: 'return', agreed_by: id }, { kind: 'withdrawal' }],
    refuses: [{ kind: 'withdrawal', agreed_by: id }],
  },
  'banking.payout.owner_of_a_redemption': {
    accepts: [{ kind: 'redemption', institution_id: id }, { kind: 'return' }],
    refuses: [{ kind: 'redemption' }],
  },
  'banking.payout.payout_check': {
    accepts: [{ kind: 'withdrawal', institution_id: id }, { kind: 'return' }],
    refuses: [{ kind: 'withdrawal' }],
  },
  'banking.payout.payout_check1': {
    accepts: [
      { kind: 'sweep', id, subject: id },
      { kind: 'return', id, subject: other },
    ],
    refuses: [{ kind: 'sweep', id, subject: other }],
  },
  'banking.payout.payout_end_to_end_id_check': endToEnd('end_to_end_id'),
  'banking.payout.sent_by_an_order': {
    accepts: [{ state: 'prepared' }, { state: 'rejected' }, { state: 'batched', order_id: id }],
    refuses: [{ state: 'batched' }, { state: 'sent' }, { state: 'accepted' }, { state: 'booked' }],
  },
  'banking.payout.to_a_provider': {
    accepts: [{ kind: 'conversion', provider: 'otc' }, { kind: 'return' }],
    refuses: [{ kind: 'conversion' }, { kind: 'return', provider: 'otc' }],
  },
  'banking.wire.wire_check': {
    accepts: [
      { state: 'booked' },
      { state: 'unidentified' },
      { state: 'return_pending' },
      { state: 'returned' },
      { state: 'credited', institution_id: id },
    ],
    refuses: [{ state: 'credited' }, { state: 'held' }],
  },
}
