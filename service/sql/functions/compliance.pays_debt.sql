-- Whether this item of this machine brings money for an institution that owes at least as much of the same asset. All
-- of it covers the debt (ledger.cover_debts), so it is credited even when the institution is offboarded.
create or replace function compliance.pays_debt(institution uuid, machine text, item uuid) returns boolean
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  tab regclass := (select s.tab from state.holdable_tables() s where s.machine = pays_debt.machine);
  found jsonb;
begin
  if machine not in ('wire', 'deposit') then
    return false;
  end if;
  execute format('select to_jsonb(t) from %s t where t.id = $1', tab) into found using item;
  return exists (select from ledger.debt d
    where (d.institution_id, d.asset) = (institution, coalesce(found ->> 'currency', found ->> 'asset'))
      and d.amount >= coalesce(found ->> 'amount', found ->> 'quantity')::numeric);
end $$;
revoke all on function compliance.pays_debt from public;
