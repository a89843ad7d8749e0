-- Locks the open items of this institution, and blocks new ones until the transaction ends (compliance.apply_standing).
-- For callers that change a balance before they place holds; all other code locks the item before the balance.
create or replace function compliance.lock_open_items(institution uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
begin
  perform pg_advisory_xact_lock(hashtextextended('standing ' || institution, 0));
  for one in select * from state.holdable_tables()
  loop
    execute format('select from %s where institution_id = $1 and state = any ($2) order by id for update', one.tab)
      using institution, one.states;
  end loop;
end $$;
revoke all on function compliance.lock_open_items from public;
grant execute on function compliance.lock_open_items to specie_app;
