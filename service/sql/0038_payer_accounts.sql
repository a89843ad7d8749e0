-- The accounts of those whose wires are no deposits: a provider pays what it owes, the issuer pays into its reserve. A wire from
-- any other account is a deposit, whatever it quotes. The owner of the database writes them, from PROVIDER_ACCOUNTS and
-- ISSUER_ACCOUNTS; the service cannot.
create table banking.payer_account (
  payer text not null,
  account text not null,
  active boolean not null default true,  -- false: it was named before, and is not any more
  primary key (payer, account)
);
grant select on banking.payer_account to specie_app;
