-- Monitoring rules as data, what they count, and their hits. Holds that follow from the KYB case of an institution.

create table compliance.movement (
  item_id uuid primary key,
  seq bigint generated always as identity,
  kind text not null,
  institution_id uuid not null references directory.institution (id),
  asset text references ledger.asset (code),
  worth numeric(38, 0),
  counterparty text,
  countries text[] not null default '{}',
  risk_class text,
  at timestamptz not null
);
comment on table compliance.movement is
  'What rules count: one row for each item, as it was when it was first screened. Items that are rejected or canceled later stay.';
comment on column compliance.movement.seq is
  'The order of the items of an institution, and of those with the same counterparty. A rule counts up to the item that it looks at.';
comment on column compliance.movement.worth is 'In minor units of CHF, at the reference rate of that moment. Null: there was no rate. Rails have no amount.';
comment on column compliance.movement.counterparty is 'The address, account or sender; a sender without an account as the hash of the name.';
comment on column compliance.movement.countries is 'Of the institution, of the parties of the item and of its account.';
comment on column compliance.movement.risk_class is 'Of the institution.';
comment on column compliance.movement.at is 'Never before an earlier item of the institution, nor of the same counterparty.';
-- `seq` is included only: as a third key, the conditions on `at` and `seq` together are estimated to cost a thousand times more,
-- and another index is chosen.
create index movement_of_institution on compliance.movement (institution_id, at) include (seq);
create index movement_of_counterparty on compliance.movement (counterparty, at) include (seq) where counterparty is not null;
create index movement_in_order on compliance.movement (seq);
grant select on compliance.movement to specie_app;

create table compliance.rule (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 80),
  created_at timestamptz not null
);
comment on table compliance.rule is 'Monitoring rules (docs/rules.md). What a rule looks for is in its versions.';
grant select, insert (id, name, created_at) on compliance.rule to specie_app;

create table compliance.rule_version (
  id uuid primary key,
  rule_id uuid not null references compliance.rule (id),
  number integer not null check (number > 0),
  definition jsonb not null,
  state text not null,
  institution_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (rule_id, number)
);
comment on table compliance.rule_version is 'Versions of rules. A version never changes; its states are in the table of states.';
comment on column compliance.rule_version.definition is 'What it looks for, where, and its effect: protocol/src/rules.ts.';
comment on column compliance.rule_version.institution_id is 'Always null: a rule belongs to no institution, and its steps are never shown to one.';
create unique index rule_active on compliance.rule_version (rule_id) where state = 'active';
create index rule_live on compliance.rule_version (state) where state in ('shadow', 'active');
grant select, insert (id, rule_id, number, definition, state, created_at, updated_at), update (state, updated_at)
  on compliance.rule_version to specie_app;

create table compliance.rule_hit (
  version_id uuid not null references compliance.rule_version (id),
  item_id uuid not null references compliance.movement (item_id),
  is_shadow boolean not null,
  institution_id uuid not null,
  figures jsonb not null,
  at timestamptz not null,
  primary key (version_id, item_id, is_shadow)
);
comment on table compliance.rule_hit is 'Items for which a version of a rule fired, once each, with the figures that made it fire.';
comment on column compliance.rule_hit.is_shadow is 'The version ran in shadow, so nothing was held.';
create index rule_hit_of_item on compliance.rule_hit (item_id);
create index rule_hit_at on compliance.rule_hit (at);
grant select, insert (version_id, item_id, is_shadow, institution_id, figures, at) on compliance.rule_hit to specie_app;

create table compliance.hold_rule (
  hold_id uuid not null references compliance.hold (id),
  version_id uuid not null references compliance.rule_version (id),
  primary key (hold_id, version_id)
);
comment on table compliance.hold_rule is 'The versions of rules whose hits a hold is about.';
grant select, insert (hold_id, version_id) on compliance.hold_rule to specie_app;

alter table compliance.hold add column follows_case boolean not null default false;
comment on column compliance.hold.follows_case is
  'Placed by the database because the KYB case requires enhanced due diligence. It ends once two people have decided on the case.';

alter table onboarding.kyb_case add column accepted_class text;
comment on column onboarding.kyb_case.accepted_class is 'The risk class at the last approval by two people; a trigger writes it.';
