create schema directory;
comment on schema directory is 'The institutions and the people who can sign in.';
grant usage on schema directory to specie_app;

create table directory.institution (
  id uuid primary key,
  name text not null check (length(name) between 1 and 140),
  created_at timestamptz not null,
  standing text
);
comment on table directory.institution is
  'The clients, and the house itself: its desk holds its inventory as clients hold their balances '
  '(service/src/ledger/house.ts).';
comment on column directory.institution.standing is
  'Null while the institution may act, else `suspended` or `offboarded`. The KYB case decides it (onboarding.derived_standing).';
create index on directory.institution (created_at, id);
-- Search by the beginning of a name, in any case (web-api/search.ts).
create index institution_name on directory.institution (lower(name) text_pattern_ops);
insert into directory.institution (id, name, created_at)
values ('00000000-0000-7000-8000-000000000001', 'House desk', '2026-01-01T00:00:00Z');
grant select, insert (id, name, created_at), update (name) on directory.institution to specie_app;

create table directory.person (
  id uuid primary key,
  side text not null,
  institution_id uuid references directory.institution (id),
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  name text not null check (length(name) between 1 and 140),
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((side = 'staff') = (institution_id is null))
);
comment on table directory.person is
  'People of institutions and of the staff. A person belongs to one institution or to the staff.';
comment on column directory.person.side is '`institution` or `staff`.';
comment on column directory.person.institution_id is 'Null for staff.';
create index on directory.person (institution_id) where institution_id is not null;
-- Search by the beginning of a name, in any case (web-api/search.ts).
create index person_name on directory.person (lower(name) text_pattern_ops);
-- An email is unique within an institution or the staff, so an invitation does not reveal whether an email is known elsewhere. A removed person frees the email.
create unique index one_login on directory.person (side, institution_id, email) nulls not distinct where state <> 'removed';
create index on directory.person (email);
grant select, insert (id, side, institution_id, email, name, state, created_at, updated_at), update (name, state,
  updated_at) on directory.person to specie_app;

create table directory.person_role (
  person_id uuid not null references directory.person (id),
  role text not null,
  is_taken boolean not null default false,
  primary key (person_id, role)
);
comment on table directory.person_role is 'Roles of people. Only people.set_roles changes them; it refuses conflicts.';
comment on column directory.person_role.is_taken is
  'The role was taken away. The row stays, so that a missing row shows a manual deletion.';
grant select on directory.person_role to specie_app;
