-- The counts of the desk that nothing is added to any more are noted where they leave a version (trading.closed_flow): their five
-- minutes are over, and one more for clocks that differ. Those before `oldest` go. Answers how many were noted.
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
