import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'

/** Pairs that do not trade. */
export const haltedPairs = staffQueue<QueueRow & { symbol: string; why: string }>({
  kind: 'halt',
  select: `
    select 'pair:' || symbol as id, null::uuid as institution_id, updated_at as since, null::timestamptz as due,
      'halted' as state, symbol, halted as why
    from trading.pair where halted is not null`,
  titles: (_env, rows) => rows.map(({ symbol, why }) => `Trading of ${symbol} is halted. ${why}`),
})
