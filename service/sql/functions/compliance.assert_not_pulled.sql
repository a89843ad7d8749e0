-- Refuses a new request while one of these switches is pulled (halted). The detail names the switch. Takes the lock of
-- compliance.lock_switches.
create or replace function compliance.assert_not_pulled(switches text[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  pulled text;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('switches', 0));
  select s.what into pulled from compliance.switch s where s.what = any (switches) and s.lifted_at is null limit 1;
  if pulled is not null then
    raise exception '% is halted', pulled using errcode = 'check_violation', constraint = 'halted', detail = pulled;
  end if;
end $$;
