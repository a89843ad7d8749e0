-- The standing that the KYB case of an institution decides: suspended (for now; also when its review is overdue), offboarded (for
-- good), or null. The one place where it is derived; directory.institution holds the result (onboarding.update_standing).
create or replace function onboarding.derived_standing(institution uuid) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when c.state in ('suspended', 'review_overdue') then 'suspended' when c.state = 'offboarded' then 'offboarded' end
  from onboarding.kyb_case c where c.institution_id = derived_standing.institution
$$;
revoke all on function onboarding.derived_standing from public;
