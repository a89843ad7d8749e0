-- Who is this, and may they do this now?

create schema directory;
grant usage on schema directory to specie_app;
create schema onboarding;
grant usage on schema onboarding to specie_app;
create schema destinations;
grant usage on schema destinations to specie_app;
create schema access;
grant usage on schema access to specie_app;
create schema people;
grant usage on schema people to specie_app;

create table directory.institution (
  id uuid primary key,
  name text not null check (length(name) between 1 and 140),
  created_at timestamptz not null
);
-- The house's desk holds its inventory as clients hold their balances (service/src/ledger/house.ts).
insert into directory.institution (id, name, created_at)
values ('00000000-0000-7000-8000-000000000001', 'House desk', '2026-01-01T00:00:00Z');
grant select, insert on directory.institution to specie_app;

create table onboarding.kyb_case (
  id uuid primary key,
  institution_id uuid not null unique references directory.institution (id),
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
grant select, insert, update (state, updated_at) on onboarding.kyb_case to specie_app;

create table onboarding.agreement (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  product text not null,
  version text not null,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_active_agreement on onboarding.agreement (institution_id, product) where state = 'active';
grant select, insert, update (state, updated_at) on onboarding.agreement to specie_app;

create table access.api_key (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  spki bytea not null unique,  -- public by nature; the private key never comes here
  label text not null,
  scopes text[] not null,
  ip_allowlist cidr[] not null default '{}',  -- empty: from anywhere
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A key may ask for nonces that are the time of the call: so far, in milliseconds, they may lie from ours. Null: a nonce need
  -- only be higher than the last one, as the contract has it.
  nonce_window_ms integer check (nonce_window_ms between 1000 and 86400000)
);
create index on access.api_key (institution_id);
grant select, insert, update (label, scopes, ip_allowlist, state, updated_at, nonce_window_ms)
  on access.api_key to specie_app;

-- Apart from the key itself because it changes with every call; half-empty pages keep those updates in place (HOT).
create table access.key_use (
  key_id uuid primary key references access.api_key (id),
  last_nonce numeric(20, 0) not null default -1,
  next_at timestamptz not null default '-infinity',  -- when the next call is due at one per second
  -- Of what a key may do: its state, scopes and addresses, the KYB case and the agreements of its institution. It grows with
  -- every change, in the one row that admission locks and writes anyway. Processes keep what they have read under it, and say
  -- which version that was: a change holds from the moment of its commit, everywhere.
  version bigint not null default 1,
  admitted boolean not null default false  -- how the update in `admit` tells what came of each; nobody else reads it
) with (fillfactor = 50);
grant select, insert (key_id) on access.key_use to specie_app;

-- Where an institution may send coins to: nobody is paid who is not on this list.
create table destinations.address (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  blockchain text not null,
  address text not null,  -- in the one spelling of its chain
  label text not null check (length(label) between 1 and 64),
  memo text,
  ownership text not null check (ownership in ('self_hosted', 'vasp')),
  custody text not null check (custody in ('self', 'custodian')),
  vasp text,  -- who keeps it, where that is a service provider
  -- Originator and beneficiary, as the Travel Rule wants them to be known.
  travel_rule jsonb,
  travel_rule_status text not null default 'missing' check (travel_rule_status in ('missing', 'complete')),
  usable_from timestamptz,  -- settlement time at which cooling-off ends
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (institution_id, label),
  check ((ownership = 'vasp') = (vasp is not null)),
  check ((travel_rule_status = 'complete') = (travel_rule is not null)),
  -- Labels of destinations must not read as something else. destinations/address/labels.ts knows all spellings; these are the plain
  -- ones.
  constraint plain_label check (
    label !~* '^(0x)?[0-9a-f]{40}$' and label !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
);
create unique index one_entry on destinations.address (institution_id, blockchain, address)
  where state not in ('rejected', 'revoked');
create index on destinations.address (institution_id, created_at);
create index on destinations.address (usable_from) where state = 'cooling';
grant select, insert, update (travel_rule, travel_rule_status, usable_from, state, updated_at)
  on destinations.address to specie_app;
