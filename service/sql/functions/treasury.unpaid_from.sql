-- The first entry of an account of debts that is not paid yet; all that come after it are not either. A sweep pays all
-- that is due when it is ordered, so the oldest debts are paid first and each of them as a whole.
create or replace function treasury.unpaid_from(debts bigint) returns bigint
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  first bigint;
  due numeric;
  step record;
begin
  select version + 1, balance into first, due from ledger.account where id = debts;
  for step in
    select e.version, case a.side when 'debit' then e.amount else -e.amount end as more
    from ledger.entry e join ledger.account a on a.id = e.account_id
    where e.account_id = debts order by e.version desc
  loop
    exit when due <= 0;
    if step.more > 0 then
      due := due - step.more;
      first := step.version;
    end if;
  end loop;
  return first;
end $$;
