-- The ids of these accounts, in their order; opens the missing ones.
create or replace function ledger.open_accounts(pools text[], names text[], owners text[], assets text[]) returns bigint[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  stranger text;
  ids bigint[];
begin
  select format('%s/%s:%s/%s', asked.pool, asked.name, asked.owner, asked.asset) into stranger
  from unnest(pools, names, owners, assets) asked (pool, name, owner, asset)
  left join ledger.chart using (pool, name)
  where chart.pool is null or (chart.owner = 'none') <> (asked.owner = '')
  limit 1;
  if found then
    raise exception 'the chart of accounts has no account %', stranger
      using hint = 'Add it to service/src/ledger/chart.ts and migrate, or give the owner that its kind asks for.';
  end if;

  -- Sorted, so that two processes that open the same accounts wait for each other instead of deadlocking.
  insert into ledger.account (pool, name, owner, asset, side, floored)
  select distinct pool, name, asked.owner, asset, side, floored
  from unnest(pools, names, owners, assets) asked (pool, name, owner, asset)
  join ledger.chart using (pool, name)
  where not exists (select from ledger.account a
    where (a.pool, a.name, a.owner, a.asset) = (asked.pool, asked.name, asked.owner, asked.asset))
  order by pool, name, owner, asset
  on conflict do nothing;

  select array_agg(account.id order by n) into ids
  from unnest(pools, names, owners, assets) with ordinality asked (pool, name, owner, asset, n)
  join ledger.account using (pool, name, owner, asset);
  return ids;
end $$;
revoke all on function ledger.open_accounts from public;
grant execute on function ledger.open_accounts to specie_app;
