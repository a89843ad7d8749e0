import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'

/** Bank accounts whose holder the bank did not confirm. */
export const unconfirmedAccounts = staffQueue<QueueRow & { currency: string; label: string }>({
  kind: 'bank_account',
  select: `
    select id::text, institution_id, created_at as since, null::timestamptz as due, 'unconfirmed' as state, currency, label
    from destinations.bank_account where not accepted and disabled_at is null`,
  titles: (_env, rows) => rows.map(({ currency, label }) => `Bank account «${label}» in ${currency} in another name`),
})
