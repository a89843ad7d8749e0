-- Places the holds that the institution of each of these items requires now: its transaction can never be included, so it
-- has not left, or a party of its institution was found on a list. Call it before locking rows of operations. Call
-- state.set_actor first.
create or replace function compliance.hold_items(subjects uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  whole uuid;
begin
  for whole in select distinct compliance.whole_of(one) from unnest(subjects) one order by 1
  loop
    perform compliance.hold_item(l.tab, l.machine, whole) from state.lock_holdable(whole) l;
  end loop;
end $$;
revoke all on function compliance.hold_items from public;
grant execute on function compliance.hold_items to specie_app;
