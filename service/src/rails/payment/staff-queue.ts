import { amountText } from '@specie/protocol/money.ts'
import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'
import { isOpen, type Payment } from './row.ts'

type Facts = QueueRow & Pick<Payment, 'received' | 'received_currency' | 'stuck'>

/** Escalated payments, which staff must resume (resume.ts). */
export const stuckPayments = staffQueue<Facts>({
  kind: 'payment',
  select: `
    select id::text, institution_id, updated_at as since, null::timestamptz as due, 'stuck' as state, received,
      received_currency, stuck
    from rails.payment where stuck is not null and ${isOpen}`,
  titles: (_env, rows) =>
    rows.map(
      ({ received, received_currency, stuck }) =>
        `Rail payment of ${amountText({ asset: received_currency, minor: received })} escalated at its ${stuck}`,
    ),
})
