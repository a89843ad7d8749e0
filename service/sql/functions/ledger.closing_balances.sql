-- The balances of all accounts of these kinds (`reserve/bank`) and assets at each of these ascending instants, in the
-- direction of the account. `version`: the number of the last line before the instant, 0 before the first.
create or replace function ledger.closing_balances(kinds text[], assets text[], instants timestamptz[])
  returns table (pool text, name text, owner text, asset text, instant timestamptz, version bigint, balance numeric)
  language plpgsql stable set search_path = ledger, pg_temp as $$
declare
  own record;
begin
  for own in select a.id, a.pool, a.name, a.owner, a.asset, a.version from account a
    where a.pool || '/' || a.name = any (kinds) and a.asset = any (assets) order by a.id
  loop
    pool := own.pool;
    name := own.name;
    owner := own.owner;
    asset := own.asset;
    version := 0;
    foreach instant in array instants loop
      version := last_line_before(own.id, version, own.version, instant);
      balance := coalesce((select e.balance from entry e where e.account_id = own.id and e.version = closing_balances.version), 0);
      return next;
    end loop;
  end loop;
end $$;
