-- One person or the service halts a pair; two people resume it after reviewing its trades. The desk's hour then starts
-- again: this trigger deletes its counts, which the service cannot delete itself. Locks: the counts of the pair, as
-- trading.count_desk does.
create or replace function trading.assert_pair_resumed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform people.assert_approved('pair.resume', old.symbol);
  perform pg_advisory_xact_lock(hashtextextended('desk ' || old.symbol, 0));
  delete from trading.desk_flow where symbol = old.symbol;
  delete from trading.closed_flow where symbol = old.symbol;
  return new;
end $$;
revoke all on function trading.assert_pair_resumed from public;
