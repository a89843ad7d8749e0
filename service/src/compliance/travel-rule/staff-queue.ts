import type { AssetCode } from '@specie/protocol/assets.ts'
import { amountText } from '@specie/protocol/money.ts'
import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'
import type { Exchange } from './row.ts'

type Row = QueueRow &
  Pick<Exchange, 'direction' | 'vasp' | 'problem' | 'undelivered'> & { asset: AssetCode; amount: bigint }

/**
 * Inquiries in doubt, and exchanges whose transaction is not known on the other side after several tries, or that an approved
 * inquiry has not named for a day, and messages that could not be delivered. The hold of a transfer is in the queue by itself.
 */
export const exchangesForStaff = staffQueue<Row>({
  kind: 'exchange',
  decidedOnItsPage: true,
  select: `
    select id::text, institution_id, updated_at as since, null::timestamptz as due, state, direction, vasp, problem, undelivered,
      asset, amount
    from compliance.exchange
    where (direction = 'in' and state = 'acknowledged') or (due = 'confirmation' and tries > 4)
      or undelivered is not null or (direction = 'in' and state = 'approved' and created_at < now() - interval '1 day')`,
  titles: (_env, rows) =>
    rows.map(({ direction, vasp, state, undelivered, asset, amount }) => {
      const what = `${amountText({ asset, minor: amount })} ${direction === 'in' ? 'from' : 'to'} ${vasp ?? 'another provider'}`
      if (undelivered !== null) return `Not delivered in three days: the ${undelivered} about ${what}`
      if (direction === 'out') return `The provider does not take the transaction: ${what}`
      return state === 'acknowledged' ? `Inquiry about ${what}` : `No transaction after an approved inquiry: ${what}`
    }),
})
