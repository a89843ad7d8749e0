import { amountText } from '@specie/protocol/money.ts'
import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'
import type { Wire } from './row.ts'

type Row = QueueRow & Pick<Wire, 'currency' | 'amount' | 'sender_name'>

/** Wires on hold are in the queue as holds. */
export const unidentifiedWires = staffQueue<Row>({
  kind: 'wire',
  act: 'bank.propose',
  decidedOnItsPage: true,
  select: `
    select id::text, institution_id, created_at as since, null::timestamptz as due, state, currency, amount, sender_name
    from banking.wire where state = 'unidentified'`,
  titles: (_env, rows) =>
    rows.map(
      ({ currency, amount, sender_name }) =>
        `Wire of ${amountText({ asset: currency, minor: amount })} from ${sender_name ?? 'an unknown sender'}, whose owner is unknown`,
    ),
})
