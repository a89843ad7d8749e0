import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'

/** Withdrawal addresses that staff must review. */
export const screenedAddresses = staffQueue<QueueRow & { blockchain: string; label: string }>({
  kind: 'wallet',
  select: `
    select id::text, institution_id, updated_at as since, null::timestamptz as due, state, blockchain, label
    from destinations.address where state in ('in_review', 'screening')`,
  titles: (_env, rows) => rows.map(({ blockchain, label }) => `Withdrawal address «${label}» on ${blockchain}`),
})
