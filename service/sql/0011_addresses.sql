-- Where an institution may send coins to: nobody is paid who is not on this list.

create table institutions.address (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
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
  check ((travel_rule_status = 'complete') = (travel_rule is not null))
);
create unique index one_entry on institutions.address (institution_id, blockchain, address)
  where state not in ('rejected', 'revoked');
create index on institutions.address (institution_id, created_at);
create index on institutions.address (usable_from) where state = 'cooling';
create trigger moves before insert or update on institutions.address
  for each row execute function state.enforce('withdrawal_address');
grant select, insert, update (state, updated_at, travel_rule, travel_rule_status, usable_from)
  on institutions.address to specie_app;
