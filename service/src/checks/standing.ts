import type { Rule } from './rule.ts'

/** The standing of each institution follows from its KYB case; written separately from the function that derives it. */
export const standingRule: Rule = {
  invariant: 'S1',
  what: 'the standing of each institution follows its KYB case',
  breaks: `
    select format('directory.institution %s has the standing %s, by its KYB case %s', i.id, coalesce(i.standing, 'none'),
      coalesce(decided.standing, 'none'))
    from directory.institution i
    left join onboarding.kyb_case c on c.institution_id = i.id
    left join (values ('suspended', 'suspended'), ('review_overdue', 'suspended'), ('offboarded', 'offboarded'))
      decided (state, standing) on decided.state = c.state
    where i.standing is distinct from decided.standing`,
}
