-- Whether an institution is stopped: suspended (for now; also when its review is overdue), offboarded (for good), or null.
create or replace function onboarding.standing_of(institution uuid) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when c.state in ('suspended', 'review_overdue') then 'suspended' when c.state = 'offboarded' then 'offboarded' end
  from onboarding.kyb_case c where c.institution_id = standing_of.institution
$$;
revoke all on function onboarding.standing_of from public;
grant execute on function onboarding.standing_of to specie_app;
