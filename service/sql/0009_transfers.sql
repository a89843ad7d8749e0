-- What institutions ask to be paid out, and where to.

create schema transfers;
grant usage on schema transfers to specie_app;

-- A bank account that an institution may withdraw to. Its identifier was checked when it was registered.
create table transfers.bank_account (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  label text not null check (length(label) between 1 and 64),
  currency text not null check (currency in ('CHF', 'GBP')),
  identifier text not null,  -- IBAN without spaces, or sort code/account
  name text not null check (length(name) between 1 and 140),  -- its holder
  -- Confirmation of Payee; null where the currency has none.
  confirmation text check (confirmation in ('match', 'close_match', 'no_match', 'unavailable')),
  confirmed_name text,  -- as the bank spells it, where it tells
  accepted boolean not null,  -- may be paid: the payee is confirmed, or somebody took the answer upon himself
  disabled_at timestamptz,
  created_at timestamptz not null,
  unique (institution_id, label)
);
grant select, insert, update (disabled_at) on transfers.bank_account to specie_app;

create table transfers.withdrawal (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  clreqid text,
  asset text not null check (asset in ('CHF', 'GBP')),
  quantity numeric(38, 0) not null check (quantity > 0),
  bank_account_id uuid not null references transfers.bank_account (id),
  reason text,  -- why it failed, as the bank has it
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on transfers.withdrawal (institution_id, created_at);
create index on transfers.withdrawal (created_at) where state in ('requested', 'screening', 'travel_rule', 'approved');
create trigger moves before insert or update on transfers.withdrawal
  for each row execute function state.enforce('withdrawal');
grant select, insert, update (state, updated_at, reason) on transfers.withdrawal to specie_app;
