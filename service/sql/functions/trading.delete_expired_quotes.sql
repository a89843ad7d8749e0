-- Deletes expired quotes that were not taken, up to the given number; a taken quote belongs to its conversion. Keeps
-- every quote for 90 days regardless of the argument. Returns the number of deleted quotes.
create or replace function trading.delete_expired_quotes(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  cutoff constant timestamptz := work.cutoff(before);
  since constant timestamptz := work.raise_horizon('trading.quote', cutoff);
  gone integer;
begin
  with old as (
    select q.id from trading.quote q
    where q.id >= work.first_id(since) and q.id < work.first_id(cutoff) and q.expires_at < cutoff
      and not exists (select from trading.conversion c where c.quote_id = q.id)
      and not exists (select from trading.quote_hold o where o.quote_id = q.id)
    order by q.id limit most
  ), forgotten as (
    delete from trading.quote q using old where q.id = old.id returning 1
  )
  select count(*) into gone from forgotten;
  if gone < most then
    perform work.reach_horizon('trading.quote', cutoff - interval '1 minute');
  end if;
  return gone;
end $$;
revoke all on function trading.delete_expired_quotes from public;
grant execute on function trading.delete_expired_quotes to specie_app;
