-- No institution begins while onboarding is halted.
create or replace function onboarding.assert_not_halted() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform compliance.assert_not_pulled('{onboarding}');
  return new;
end $$;
