import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'
import { partyTitle } from './words.ts'

/** Registered parties with an undecided match. */
export const matchedParties = staffQueue<QueueRow & { subject_kind: string; part: string }>({
  kind: 'party',
  select: `
    select p.id::text, p.institution_id, min(h.created_at) as since, null::timestamptz as due, 'open' as state, p.subject_kind,
      p.part
    from compliance.party p join compliance.hit h on h.party_hash = p.hash and h.state = 'open'
    where p.ended_at is null group by p.id`,
  titles: (_env, rows) =>
    rows.map((row) => {
      const title = partyTitle(row)
      return `${title[0]!.toUpperCase()}${title.slice(1)} matches an entry of a list`
    }),
})
