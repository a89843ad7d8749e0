-- For each order of a batch: whether its journal was posted, and otherwise whose account is short.
create or replace function trading.verdicts_of(institutions uuid[], journals int[], shorts bigint[]) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_agg(case when a.account is null then 'placed' when a.owner = institutions[n]::text then 'short' else 'quoter_short' end
    order by n)
  from generate_series(1, cardinality(institutions)) n left join ledger.balance a on a.account = shorts[journals[n]];
$$;
revoke all on function trading.verdicts_of from public;
