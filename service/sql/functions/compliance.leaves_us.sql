-- Whether this thing of this machine brings something to somebody outside: it is a payment over a rail, or names a wallet or a
-- bank account. What goes to the balance of its institution names neither.
create or replace function compliance.leaves_us(machine text, thing uuid) returns boolean
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  tab regclass := (select s.tab from state.stoppable() s where s.machine = leaves_us.machine);
  found jsonb;
begin
  if machine not in ('withdrawal', 'mint', 'redemption') then
    return machine = 'payment';
  end if;
  execute format('select to_jsonb(t) from %s t where t.id = $1', tab) into found using thing;
  return coalesce(found ->> 'address_id', found ->> 'bank_account_id') is not null;
end $$;
revoke all on function compliance.leaves_us from public;
