-- Counts placed orders against the limits of their institutions, in both assets. One that waits for a venue is noted,
-- because it may end without a trade. Locks: the counters, in one order. Called by trading.place only.
create or replace function compliance.count_trades(ids uuid[], institutions uuid[], symbols text[], qtys numeric[],
  amounts numeric[], states text[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan as $$
declare
  at timestamptz := work.settlement_at(now());
begin
  insert into compliance.limit_use as u (institution_id, product, asset, day, used)
  select owner, 'trade', asset, (at at time zone compliance.limit_zone(asset))::date, sum(amount)
  from unnest(institutions, symbols, qtys, amounts, states) placed (owner, symbol, qty, paid, state),
    lateral (values (split_part(symbol, '/', 1), qty), (split_part(symbol, '/', 2), paid)) leg (asset, amount)
  where state <> 'Rejected'
  group by owner, asset order by owner, asset
  on conflict (institution_id, product, asset, day) do update set used = u.used + excluded.used;
  if 'received' = any (states) then
    perform compliance.note_use(id, owner, 'trade', asset, amount, false)
    from unnest(ids, institutions, symbols, qtys, amounts, states) placed (id, owner, symbol, qty, paid, state),
      lateral (values (split_part(symbol, '/', 1), qty), (split_part(symbol, '/', 2), paid)) leg (asset, amount)
    where state = 'received';
  end if;
end $$;
revoke all on function compliance.count_trades from public;
