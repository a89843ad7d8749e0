-- Why a thing of this institution, of this machine and in this state, must wait now; no row: it goes on. The one place where
-- that is decided. Each reason is a reason of holds: compliance.stop_things places them, and they stay while it is returned here.
create or replace function compliance.reasons_to_wait(institution uuid, machine text, state text) returns setof text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'account_suspended'
  where state.course(machine, state, institutions.standing_of(institution)) in ('waits', 'goes back', 'stays')
$$;
revoke all on function compliance.reasons_to_wait from public;
