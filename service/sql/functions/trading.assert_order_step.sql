-- S1. Orders are not in state.history: they have no history but this one step, and most are inserted when it is taken.
create or replace function trading.assert_order_step() returns trigger language plpgsql as $$
begin
  if old.state <> 'received' or new.state = 'received' then
    raise exception 'an order cannot move from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  new.committed := pg_current_xact_id();  -- or the feed would skip it
  return new;
end $$;
