-- The first unpaid line of a debt account; all later lines are unpaid too. A sweep pays everything due at the time of
-- its order, so older debts are paid first, and each debt as a whole.
create or replace function ledger.unpaid_from(debts bigint) returns bigint
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  first bigint;
  due numeric;
  step record;
begin
  select version + 1, balance into first, due from ledger.balance where account = debts;
  for step in
    select l.version, case a.side when 'debit' then l.amount else -l.amount end as more
    from ledger.line l join ledger.balance a on a.account = l.account
    where l.account = debts order by l.version desc
  loop
    exit when due <= 0;
    if step.more > 0 then
      due := due - step.more;
      first := step.version;
    end if;
  end loop;
  return first;
end $$;
