-- A decimal amount of an asset in minor units; null if the asset is unknown.
create or replace function ledger.minor_units(asset text, amount numeric) returns numeric
  language sql stable set search_path = ledger, pg_temp as $$
  select amount * 10::numeric ^ a.decimals from asset a where a.code = minor_units.asset
$$;
