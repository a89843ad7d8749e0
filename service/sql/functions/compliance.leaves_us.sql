-- Whether this thing of this machine brings something to somebody outside: it is a payment over a rail, or names a wallet or a
-- bank account. What goes to the balance of its institution names neither.
create or replace function compliance.leaves_us(machine text, thing jsonb) returns boolean
  language sql immutable as $$
  select machine = 'payment'
    or machine in ('withdrawal', 'mint', 'redemption') and coalesce(thing ->> 'address_id', thing ->> 'bank_account_id') is not null
$$;
revoke all on function compliance.leaves_us from public;
