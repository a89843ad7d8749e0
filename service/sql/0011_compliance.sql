create schema compliance;
comment on schema compliance is 'Holds: items that wait for a decision by people.';
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
comment on table compliance.hold is
  'A subject may have several holds; it proceeds when all of them are released. A hold may come at any time (S1). It marks its subject under the lock of that row (compliance.mark_held_item), so that every later step sees it; the database refuses steps and effects of a marked row.';
comment on column compliance.hold.subject_kind is
  'Kind of the subject. Without an id: the next one of this kind that the institution requests.';
comment on column compliance.hold.subject_id is
  'The row that is held; set on the first hit if the hold waits for the next one.';
comment on column compliance.hold.hit_at is 'When the hold first stopped something.';
comment on column compliance.hold.concluded_at is 'For a rejected hold: when its subject was undone as far as possible.';
comment on column compliance.hold.cause is 'The hold on a rail that caused this hold on a payment.';
comment on column compliance.hold.return_to is 'The address to which a rejected deposit returns.';
create index on compliance.hold (subject_id) where subject_id is not null;
create index hold_next on compliance.hold (institution_id, subject_kind) where subject_id is null;
create index on compliance.hold (cause) where cause is not null;
create index hold_undecided on compliance.hold (created_at) where state in ('placed', 'under_review');
create index hold_of_standing on compliance.hold (institution_id) where reason = 'account_suspended' and state = 'placed';
grant select, insert (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at, cause), update
  (subject_kind, subject_id, hit_at, maker, checker, state, updated_at, concluded_at, return_to) on compliance.hold to
  specie_app;

create table compliance.listed (
  name text not null,
  list text not null,
  effect text not null,
  listed_at timestamptz not null default now(),
  primary key (name, list)
);
comment on table compliance.listed is
  'Parties that are not served, or only after a review by people. Empty in production until lists are loaded.';
comment on column compliance.listed.listed_at is 'Earlier releases by people did not take this entry into account.';
grant select, insert (name, list, effect, listed_at) on compliance.listed to specie_app;

create table compliance.part (
  id uuid primary key,
  whole uuid not null
);
comment on table compliance.part is
  'Parts of an operation that are stopped as a whole: a hold on a mint stops every transfer of the crypto that pays for it. '
  'A row can only stop more; a hold on the part itself applies too.';
comment on column compliance.part.id is 'The part: the subject of its operation.';
comment on column compliance.part.whole is 'The row on which holds are placed.';
create index on compliance.part (whole);
grant select, insert (id, whole) on compliance.part to specie_app;
