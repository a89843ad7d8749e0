-- Where the balances of an offboarded institution are paid to, as two people have agreed (institution.offboard).
create table onboarding.closing_payout (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  asset text not null references ledger.asset,
  bank_account_id uuid references destinations.bank_account (id),
  address_id uuid references destinations.address (id),
  agreed_at timestamptz not null,
  check (num_nonnulls(bank_account_id, address_id) = 1)
);
create index on onboarding.closing_payout (institution_id, asset, agreed_at desc);
grant select, insert on onboarding.closing_payout to specie_app;

-- A payout of the balance of an institution that is offboarded: the only thing that still leaves for it.
alter table transfers.withdrawal add column closing boolean not null default false;
