-- compliance.lock_limits(institutions, product, assets): locks the limits of these uses of a product until the end of the
-- transaction. Two processes then use up a limit one after the other. Returns false if there is no limit.
-- Locks: in one order, before the accounts of the ledger. Without a limit, there is nothing to lock.
create or replace function compliance.lock_limits(institutions uuid[], product text, assets text[]) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not compliance.has_limit(institutions, product) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('limit ' || name, 0)) from (
    select r.institution_id || ' ' || r.product || ' ' || r.asset as name
    from (select distinct institution, asset from unnest(institutions, assets) asked (institution, asset)) asked
    join compliance.limit_rule r on r.institution_id = asked.institution and r.product = lock_limits.product
      and r.asset = asked.asset and r.amount is not null
    order by 1) sorted;
  return true;
end $$;
revoke all on function compliance.lock_limits from public;
grant execute on function compliance.lock_limits to specie_app;
