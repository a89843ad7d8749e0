-- Counts placed orders against the limits of their institutions, in both assets. One that waits for a venue is noted,
-- because it may end without a trade. Locks: the counters. Called by trading.place only.
create or replace function trading.count_trades(ids uuid[], institutions uuid[], symbols text[], qtys numeric[],
  amounts numeric[], states text[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan as $$
declare
  owners uuid[]; assets text[]; counted numeric[];
begin
  select array_agg(owner), array_agg(asset), array_agg(amount) into owners, assets, counted
  from unnest(institutions, symbols, qtys, amounts, states) placed (owner, symbol, qty, paid, state),
    lateral (values (split_part(symbol, '/', 1), qty), (split_part(symbol, '/', 2), paid)) leg (asset, amount)
  where state <> 'Rejected';
  if owners is null then
    return;
  end if;
  perform compliance.count_uses(owners, 'trade', assets, counted);
  if 'received' = any (states) then
    perform compliance.note_use(id, owner, 'trade', asset, amount, false)
    from unnest(ids, institutions, symbols, qtys, amounts, states) placed (id, owner, symbol, qty, paid, state),
      lateral (values (split_part(symbol, '/', 1), qty), (split_part(symbol, '/', 2), paid)) leg (asset, amount)
    where state = 'received';
  end if;
end $$;
revoke all on function trading.count_trades from public;
