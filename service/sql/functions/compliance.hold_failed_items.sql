-- What was signed for these items can never land: they have not left after all. Those that must wait because of their institution
-- are put on hold. Call it before locking rows of operations, and state.set_actor first.
create or replace function compliance.hold_failed_items(subjects uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  whole uuid;
begin
  for whole in select distinct compliance.whole_of(one) from unnest(subjects) one order by 1
  loop
    perform compliance.hold_item(l.tab, l.machine, whole) from state.lock_holdable(whole) l;
  end loop;
end $$;
revoke all on function compliance.hold_failed_items from public;
grant execute on function compliance.hold_failed_items to specie_app;
