import type { Sql } from '../../base/database/db.ts'

// The history of a case, read from its rows.

export type TimelineEntry = {
  at: Date
  what: string
  /** The id of the document, person or request; of a state, the case. */
  subject: string
  actor: string
  /** The reason of the change of state. */
  why: string | null
}

export const timelineOf = (sql: Sql, institutionId: string): Promise<TimelineEntry[]> =>
  sql.query(
    // Steps of one transaction have the same time: their number orders them.
    `select at, what, subject, actor, why from (
     select s.id as n, s.at, 'state.' || s.to_state as what, s.subject::text as subject, s.actor, s.why
       from state.step s join onboarding.kyb_case c on c.id = s.subject where c.institution_id = $1
     union all
     select 0, created_at, 'person.added', id::text, created_by, null from onboarding.kyb_person where institution_id = $1
     union all
     select 0, removed_at, 'person.removed', id::text, removed_by, null
       from onboarding.kyb_person where institution_id = $1 and removed_at is not null
     union all
     select 0, created_at, 'document.added', id::text, created_by, null
       from onboarding.kyb_document where institution_id = $1
     union all
     select 0, removed_at, 'document.removed', id::text, removed_by, null
       from onboarding.kyb_document where institution_id = $1 and removed_at is not null
     union all
     select 0, created_at, 'information.requested', id::text, asked_by, null
       from onboarding.information_request where institution_id = $1
     union all
     select 0, answered_at, 'information.answered', id::text, answered_by, null
       from onboarding.information_request where institution_id = $1 and answered_at is not null
     ) entry order by at, n`,
    [institutionId],
  )
