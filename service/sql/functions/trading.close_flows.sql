-- Records finished counts of the desk as versioned rows (trading.closed_flow). A count is finished one minute after its
-- five minutes, because clocks differ. Deletes counts from before `oldest`. Returns the number of recorded counts.
create or replace function trading.close_flows(now_at timestamptz, oldest timestamptz) returns bigint
  language sql security definer set search_path = trading, pg_temp as $$
  delete from desk_flow where began < oldest;
  delete from closed_flow where began < oldest;
  with noted as (
    insert into closed_flow (symbol, began, base, quote)
    select symbol, began, base, quote from desk_flow where began < now_at - interval '6 minutes'
    order by symbol, began on conflict do nothing returning 1
  )
  select count(*) from noted
$$;
revoke all on function trading.close_flows from public;
grant execute on function trading.close_flows to specie_app;
