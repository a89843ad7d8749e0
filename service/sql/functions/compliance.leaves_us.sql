-- Whether this thing of this machine brings something to somebody outside: to a wallet, or to a bank account.
create or replace function compliance.leaves_us(machine text, thing uuid) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select machine in ('withdrawal', 'payment')
    or machine in ('mint', 'redemption') and exists (select from issuance.outward o where o.id = thing)
$$;
revoke all on function compliance.leaves_us from public;
