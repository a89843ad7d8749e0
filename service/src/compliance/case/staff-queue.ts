import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'

type Row = QueueRow & { party: string | null; alerts: number }

/** Undecided cases, with their due time. */
export const openComplianceCases = staffQueue<Row>({
  kind: 'case',
  act: 'cases.read',
  select: `
    select id::text, about as institution_id, created_at as since, due_at as due, state, party,
      (select count(*)::integer from compliance.case_alert a where a.case_id = c.id) as alerts
    from compliance.case_file c where state in ('open', 'in_review')`,
  titles: (_env, rows) =>
    rows.map(
      ({ party, alerts }) =>
        `Case with ${alerts} ${alerts === 1 ? 'alert' : 'alerts'}${party === null ? '' : ` about ${party}`}`,
    ),
})
