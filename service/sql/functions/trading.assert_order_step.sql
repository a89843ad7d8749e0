-- S1. Orders are not in state.history. They have only this step, and most are inserted in their final state.
create or replace function trading.assert_order_step() returns trigger language plpgsql as $$
begin
  if old.state <> 'received' or new.state = 'received' then
    raise exception 'an order cannot move from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  new.committed := pg_current_xact_id(); -- otherwise the feed would skip it
  return new;
end $$;
