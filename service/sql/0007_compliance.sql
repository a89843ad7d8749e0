-- What must wait for a person.

create schema compliance;
grant usage on schema compliance to specie_app;

-- Several holds may lie on one thing: it moves when all of them are released. Nothing releases itself. A hold may come at any
-- time (S1). It marks what it lies on, under the lock of that row (compliance.mark), so that every later step sees it in its
-- own transaction; the database refuses steps and effects of what is marked.
create table compliance.hold (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  -- Either a thing, or the next one of its kind that the institution asks for; then the id is set when it hits.
  subject_kind text,
  subject_id uuid,
  hit_at timestamptz,  -- when it first stopped something
  reason text not null,
  maker text,
  checker text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  concluded_at timestamptz,  -- of a rejected one: when what it lay on had been taken back as far as possible
  cause uuid references compliance.hold (id),  -- the hold on a rail that brought about this one on a payment
  check (num_nonnulls(subject_kind, subject_id) > 0),
  -- Four eyes (S1): whoever decides, somebody else has asked for it.
  constraint four_eyes check (state not in ('released', 'rejected')
    or maker is not null and checker is not null and lower(maker) <> lower(checker)),
  constraint only_a_rejection_is_concluded check (concluded_at is null or state = 'rejected')
);
create index on compliance.hold (subject_id) where subject_id is not null;
create index hold_next on compliance.hold (institution_id, subject_kind) where subject_id is null;
create index on compliance.hold (cause) where cause is not null;
grant select, insert, update (subject_kind, subject_id, hit_at, maker, checker, state, updated_at, concluded_at)
  on compliance.hold to specie_app;

-- Parties that are not served, or only after people have looked at them. Empty in production until lists are loaded.
create table compliance.listed (
  name text not null,
  list text not null,
  effect text not null,
  listed_at timestamptz not null default now(),  -- what people released before, they released without knowing of it
  primary key (name, list)
);
grant select, insert on compliance.listed to specie_app;

-- What moves in several parts is stopped as a whole: a hold on a mint stops every transfer of the crypto that pays for it.
-- A row here can only stop more: a hold on the part itself counts as ever.
create table compliance.part (
  id uuid primary key,  -- of the part: the subject of its operation
  whole uuid not null  -- what holds are placed on
);
create index on compliance.part (whole);
grant select, insert on compliance.part to specie_app;
