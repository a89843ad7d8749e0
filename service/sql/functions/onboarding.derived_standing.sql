-- The standing that follows from the institution's KYB case: suspended (temporarily; also when its review is overdue),
-- offboarded (permanently), or null. The only place that derives it; directory.institution stores the result
-- (onboarding.update_standing).
create or replace function onboarding.derived_standing(institution uuid) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when c.state in ('suspended', 'review_overdue') then 'suspended' when c.state = 'offboarded' then 'offboarded' end
  from onboarding.kyb_case c where c.institution_id = derived_standing.institution
$$;
revoke all on function onboarding.derived_standing from public;
