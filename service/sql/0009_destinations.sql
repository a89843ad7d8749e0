create schema destinations;
comment on schema destinations is 'Where institutions may send coins, crypto and fiat.';
grant usage on schema destinations to specie_app;

create table destinations.address (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  blockchain text not null,
  address text not null,
  label text not null check (length(label) between 1 and 64),
  memo text,
  ownership text not null check (ownership in ('self_hosted', 'vasp')),
  custody text not null check (custody in ('self', 'custodian')),
  vasp text,
  travel_rule jsonb,
  travel_rule_status text not null default 'missing' check (travel_rule_status in ('missing', 'complete')),
  usable_from timestamptz,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  travel_address text,
  proof_text text,
  proof jsonb,
  suspended_by text,
  unique (institution_id, label),
  check ((ownership = 'vasp') = (vasp is not null)),
  check ((travel_rule_status = 'complete') = (travel_rule is not null)),
  constraint plain_label check (
    label !~* '^(0x)?[0-9a-f]{40}$' and label !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  constraint proved check (ownership = 'vasp' or proof is not null
    or state in ('submitted', 'screening', 'in_review', 'proof_required', 'rejected')),
  constraint suspended_by_while_suspended check (suspended_by is null or state = 'suspended')
);
comment on table destinations.address is 'Withdrawal addresses: coins and crypto go only to an address on this list.';
comment on column destinations.address.address is 'In the canonical spelling of its chain.';
comment on column destinations.address.vasp is 'The service provider that hosts the wallet.';
comment on column destinations.address.travel_rule is 'Originator and beneficiary as the Travel Rule requires them.';
comment on column destinations.address.usable_from is 'Settlement time at which the cooling-off period ends.';
comment on column destinations.address.travel_address is 'Where the provider of a hosted wallet receives Travel Rule data.';
comment on column destinations.address.proof_text is 'The text that the owner of a self-hosted wallet signs.';
comment on column destinations.address.proof is
  'The evidence of ownership; it can be verified again (destinations/address/proof/evidence.ts).';
comment on column destinations.address.suspended_by is
  'Who suspended it. An institution can reinstate only what it has suspended itself.';
create unique index one_entry on destinations.address (institution_id, blockchain, address)
  where state not in ('rejected', 'revoked');
create index on destinations.address (institution_id, created_at);
create index on destinations.address (usable_from) where state = 'cooling';
create index address_text on destinations.address (lower(address));
create index wallet_in_review on destinations.address (updated_at) where state in ('in_review', 'screening');
grant select, insert (id, institution_id, blockchain, address, label, memo, ownership, custody, vasp, state, created_at,
  updated_at, travel_address), update (travel_rule, travel_rule_status, usable_from, state, updated_at, travel_address,
  proof_text, proof, suspended_by) on destinations.address to specie_app;

create table destinations.bank_account (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  label text not null check (length(label) between 1 and 64),
  currency text not null check (currency in ('CHF', 'GBP')),
  identifier text not null,
  name text not null check (length(name) between 1 and 140),
  confirmation text check (confirmation in ('match', 'close_match', 'no_match', 'unavailable')),
  confirmed_name text,
  accepted boolean not null,
  disabled_at timestamptz,
  created_at timestamptz not null,
  unique (institution_id, label),
  constraint plain_label check (
    label !~ '^[0-9]{6}[ /-]?[0-9]{8}$' and label !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
);
comment on table destinations.bank_account is
  'Bank accounts to which an institution may withdraw. The identifier is checked at registration.';
comment on column destinations.bank_account.identifier is 'IBAN without spaces, or sort code and account number with a slash.';
comment on column destinations.bank_account.name is 'The account holder.';
comment on column destinations.bank_account.confirmation is
  'Result of Confirmation of Payee; null where the currency has none.';
comment on column destinations.bank_account.confirmed_name is 'The holder as the bank spells it, if reported.';
comment on column destinations.bank_account.accepted is
  'The account may be paid: the payee is confirmed, or staff has accepted the result.';
create index bank_account_identifier on destinations.bank_account (identifier);
create index bank_account_unconfirmed on destinations.bank_account (created_at) where not accepted and disabled_at is null;
grant select, insert (id, institution_id, label, currency, identifier, name, confirmation, confirmed_name, accepted,
  created_at), update (accepted, disabled_at) on destinations.bank_account to specie_app;
