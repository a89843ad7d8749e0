-- Whether this item of this machine brings value to someone outside: a payment over a rail, or an item that names a
-- wallet or a bank account. An item paid to the balance of its institution names neither.
create or replace function compliance.is_outgoing(machine text, item jsonb) returns boolean
  language sql immutable as $$
  select machine = 'payment'
    or machine in ('withdrawal', 'mint', 'redemption') and coalesce(item ->> 'address_id', item ->> 'bank_account_id') is not null
$$;
revoke all on function compliance.is_outgoing from public;
