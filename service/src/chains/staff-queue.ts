import { type QueueRow, staffQueue } from '../base/staff-queue.ts'

/** Chains that cannot be read or written. */
export const haltedChains = staffQueue<QueueRow & { what: string; reason: string }>({
  kind: 'halt',
  select: `
    select 'chain:' || chain as id, null::uuid as institution_id, read_at as since, null::timestamptz as due, 'halted' as state,
      'The chain ' || chain || ' stands still' as what, problem as reason
    from chains.cursor where problem is not null
    union all
    select part || ':' || chain, null, since, null, kind, case part when 'reading' then 'Reading' else 'Sending on' end || ' ' || chain
      || case kind when 'unreachable' then ': no node answers' else ': the nodes disagree' end, what
    from chains.trouble`,
  titles: (_env, rows) => rows.map(({ what, reason }) => `${what}. ${reason}`),
})
