create schema compliance;
grant usage on schema compliance to specie_app;

create table compliance.hold (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  subject_kind text,
  subject_id uuid,
  hit_at timestamptz,
  reason text not null,
  maker text,
  checker text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  concluded_at timestamptz,
  cause uuid references compliance.hold (id),
  return_to text,
  check (num_nonnulls(subject_kind, subject_id) > 0),
  constraint only_a_rejection_is_concluded check (concluded_at is null or state = 'rejected'),
  constraint four_eyes check (state not in ('released', 'rejected', 'frozen')
    or (maker is not null and checker is not null and lower(maker) <> lower(checker)))
);
create index on compliance.hold (subject_id) where subject_id is not null;
create index hold_next on compliance.hold (institution_id, subject_kind) where subject_id is null;
create index on compliance.hold (cause) where cause is not null;
create index hold_undecided on compliance.hold (created_at) where state in ('placed', 'under_review');
create index hold_of_standing on compliance.hold (institution_id) where reason = 'account_suspended' and state = 'placed';
grant select, insert, update (subject_kind, subject_id, hit_at, maker, checker, state, updated_at, concluded_at, return_to)
  on compliance.hold to specie_app;

create table compliance.listed (
  name text not null,
  list text not null,
  effect text not null,
  listed_at timestamptz not null default now(),
  primary key (name, list)
);
grant select, insert on compliance.listed to specie_app;

create table compliance.part (
  id uuid primary key,
  whole uuid not null
);
create index on compliance.part (whole);
grant select, insert on compliance.part to specie_app;
