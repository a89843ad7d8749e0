-- The balances of an institution at each of these ascending instants: one row per asset and instant, the total of
-- available, pending and held.
create or replace function ledger.balances_at(institution text, instants timestamptz[])
  returns table (asset text, instant timestamptz, balance numeric)
  language plpgsql stable set search_path = ledger, pg_temp as $$
declare
  own record;
  before bigint; -- the last line that is known to be earlier than the instant
begin
  for own in select a.id, a.asset, a.version from account a
    where a.pool = 'client' and a.owner = institution and a.name in ('available', 'pending', 'held')
  loop
    asset := own.asset;
    before := 0;
    foreach instant in array instants loop
      before := last_line_before(own.id, before, own.version, instant);
      balance := coalesce((select e.balance from entry e where e.account_id = own.id and e.version = before), 0);
      return next;
    end loop;
  end loop;
end $$;
