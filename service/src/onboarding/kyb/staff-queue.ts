import { staffQueue } from '../../base/staff-queue.ts'

/**
 * KYB cases that people must work on: in review, overdue, or confirmed or answered by the institution during a periodic
 * review. The id is the institution's, as in the calls of the console.
 */
export const openCases = staffQueue({
  kind: 'kyb',
  select: `
    select c.institution_id::text as id, c.institution_id, coalesce(answered.at, c.confirmed_at, c.updated_at) as since,
      c.review_deadline as due, case when answered.at is null then c.state else 'answered' end as state
    from onboarding.kyb_case c
    left join lateral (
      select max(r.answered_at) as at from onboarding.information_request r
      where r.institution_id = c.institution_id and c.state in ('info_requested', 'periodic_review')
      having bool_and(r.answered_at is not null) and max(r.answered_at) > c.updated_at
    ) answered on true
    where c.state in ('in_review', 'edd_required', 'review_overdue', 'periodic_review', 'info_requested')
      and (c.state in ('in_review', 'edd_required', 'review_overdue')
        or c.state = 'periodic_review' and c.confirmed_at is not null or answered.at is not null)`,
  titles: (_env, rows) => rows.map(({ state }) => caseTitles[state] ?? 'KYB case to review'),
})

const caseTitles: { readonly [state: string]: string } = {
  edd_required: 'KYB case that needs enhanced due diligence',
  review_overdue: 'KYB review that is overdue',
  periodic_review: 'KYB review that the institution has confirmed',
  answered: 'KYB case with answered questions',
}
