-- What was signed for these things can never land: they have not left after all. Those that must wait because of their institution
-- are put on hold. Call it before locking rows of operations, and state.acting first.
create or replace function compliance.stop_again(subjects uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  whole uuid;
begin
  for whole in select distinct compliance.whole_of(one) from unnest(subjects) one order by 1
  loop
    perform compliance.stop_thing(l.tab, l.machine, whole) from state.lock_holdable(whole) l;
  end loop;
end $$;
revoke all on function compliance.stop_again from public;
grant execute on function compliance.stop_again to specie_app;
