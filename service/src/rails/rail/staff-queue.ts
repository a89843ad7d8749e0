import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'
import type { Rail } from './row.ts'

/** Suspended rails: two people resume them, or one person closes them. */
export const suspendedRails = staffQueue<QueueRow & Pick<Rail, 'railtype' | 'asset' | 'currency'>>({
  kind: 'rail',
  select: `
    select id::text, institution_id, updated_at as since, null::timestamptz as due, state, railtype, asset, currency
    from rails.rail where state = 'suspended'`,
  titles: (_env, rows) =>
    rows.map(({ railtype, asset, currency }) => {
      const way = railtype === 'FiatToStablecoin' ? `${currency} to ${asset}` : `${asset} to ${currency}`
      return `Payment rail from ${way} that is suspended`
    }),
})
