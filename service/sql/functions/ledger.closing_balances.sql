-- The balances of all accounts of these kinds (`reserve/bank`) and assets at each of these ascending instants, in the
-- direction of the account. `version`: the number of the last line before the instant, 0 before the first. Accounts are
-- bisected, as in ledger.balances_at.
create or replace function ledger.closing_balances(kinds text[], assets text[], instants timestamptz[])
  returns table (pool text, name text, owner text, asset text, instant timestamptz, version bigint, balance numeric)
  language plpgsql stable set search_path = ledger, pg_temp as $$
declare
  own record;
  last bigint;
  middle bigint;
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
      last := own.version;
      while version < last loop
        middle := (version + last + 1) / 2;
        if (select j.at < instant from entry e join journal j on j.id = e.journal_id
          where e.account_id = own.id and e.version = middle) then
          version := middle;
        else
          last := middle - 1;
        end if;
      end loop;
      balance := coalesce((select e.balance from entry e where e.account_id = own.id and e.version = closing_balances.version), 0);
      return next;
    end loop;
  end loop;
end $$;
