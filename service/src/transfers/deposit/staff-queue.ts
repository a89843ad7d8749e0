import { amountText } from '@specie/protocol/money.ts'
import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'
import type { Deposit } from './row.ts'

type Facts = QueueRow & Pick<Deposit, 'asset' | 'quantity' | 'blockchain'>

/** Deposits without an owner, and those that cannot be collected. */
export const openDeposits = staffQueue<Facts>({
  kind: 'deposit',
  decidedOnItsPage: true,
  select: `
    select id::text, institution_id, created_at as since, null::timestamptz as due, 'unassigned' as state, asset, quantity,
      blockchain
    from transfers.deposit where institution_id is null and state not in ('orphaned', 'returning', 'returned', 'frozen')
    union all
    select id::text, institution_id, stuck_at, null, 'stuck', asset, quantity, blockchain
    from transfers.deposit where stuck_at is not null and collected_at is null and (institution_id is not null or state = 'returning')
      and state <> 'returned'`,
  titles: (_env, rows) =>
    rows.map(
      ({ asset, quantity, blockchain, state }) =>
        `Deposit of ${amountText({ asset, minor: quantity })} on ${blockchain} ${state === 'stuck' ? 'that could not be collected or returned' : 'without an owner'}`,
    ),
})
