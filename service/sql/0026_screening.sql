-- The parties that are screened, their matches with lists, and the decisions about the matches.

create table compliance.party (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  subject_kind text not null,
  subject_id uuid not null,
  part text not null,
  hash text not null,
  content jsonb,
  sealed bytea,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint either_clear_or_sealed check (num_nonnulls(content, sealed) = 1)
);
comment on table compliance.party is
  'Parties that are compared with every new version of a list: institutions, their owners and directors, holders of registered '
  'bank accounts, whitelisted wallets and their providers. A changed party ends and begins again as a new row.';
comment on column compliance.party.subject_kind is
  'What it belongs to. While a hit of an institution or of one of its persons is not cleared, the institution''s outgoing items wait.';
comment on column compliance.party.subject_id is 'The institution, the person of its KYB case, the bank account or the wallet.';
comment on column compliance.party.part is 'Which name of the subject it is.';
comment on column compliance.party.hash is 'Of everything that is compared. A decision is about a hash, so a changed party is asked about again.';
comment on column compliance.party.content is 'What is compared, of companies and wallets.';
comment on column compliance.party.sealed is 'What is compared, of a natural person, sealed with the person''s own key.';
create unique index party_open on compliance.party (subject_id, part, hash) where ended_at is null;
create index party_of on compliance.party (institution_id) where ended_at is null;
create index party_compared on compliance.party (hash) where ended_at is null;
grant select, insert (id, institution_id, subject_kind, subject_id, part, hash, content, sealed, created_at), update (ended_at)
  on compliance.party to specie_app;

create table compliance.hit (
  id uuid primary key,
  party_hash text not null,
  entry_hash text not null,
  entry_id uuid not null references compliance.list_entry (id),
  score numeric not null,
  content jsonb,
  sealed bytea,
  sealed_for uuid,
  state text not null default 'open',
  maker text,
  checker text,
  decided_at timestamptz,
  created_at timestamptz not null,
  unique (party_hash, entry_hash),
  constraint either_clear_or_sealed check (num_nonnulls(content, sealed) = 1 and (sealed is null) = (sealed_for is null)),
  constraint decided_by_two check ((state = 'open') = (maker is null)
    and num_nonnulls(maker, checker, decided_at) in (0, 3) and lower(maker) <> lower(checker))
);
comment on table compliance.hit is
  'A party that matches an entry of a list. What two people have decided about the pair stays decided until the party or the '
  'entry changes.';
comment on column compliance.hit.entry_hash is 'Of the content of the entry without its reference.';
comment on column compliance.hit.content is 'The party as it was compared, and the explanation of the score.';
comment on column compliance.hit.sealed is 'The same for a natural person of a KYB case, sealed with the person''s own key.';
comment on column compliance.hit.state is 'Cleared: another party than the entry. Confirmed: the same.';
create index hit_not_cleared on compliance.hit (party_hash) where state <> 'cleared';
create index hit_open on compliance.hit (created_at) where state = 'open';
grant select, insert (id, party_hash, entry_hash, entry_id, score, content, sealed, sealed_for, created_at),
  update (state, maker, checker, decided_at) on compliance.hit to specie_app;

create table compliance.screening (
  id uuid primary key,
  subject_kind text not null,
  subject_id uuid not null,
  institution_id uuid references directory.institution (id),
  parties text[] not null,
  versions uuid[] not null,
  outcome text not null,
  screened_at timestamptz not null
);
comment on table compliance.screening is 'Each decision of the screening, with the lists that it compared.';
comment on column compliance.screening.parties is 'The hashes of the compared parties.';
comment on column compliance.screening.versions is 'The active version of each list.';
comment on column compliance.screening.outcome is '`closed`: the lists were too old to decide.';
create index screening_of on compliance.screening (subject_id, screened_at);
grant select, insert (id, subject_kind, subject_id, institution_id, parties, versions, outcome, screened_at) on
  compliance.screening to specie_app;

create table compliance.hold_hit (
  hold_id uuid not null references compliance.hold (id),
  hit_id uuid not null references compliance.hit (id),
  primary key (hold_id, hit_id)
);
comment on table compliance.hold_hit is
  'The hits that a hold is about. Releasing the hold clears them, rejecting it confirms them.';
create index on compliance.hold_hit (hit_id);
grant select, insert (hold_id, hit_id) on compliance.hold_hit to specie_app;

create table compliance.rescreening (
  version_id uuid primary key references compliance.list_version (id),
  after xid8 not null,
  step text not null,
  place uuid,
  parties integer not null default 0,
  items integer not null default 0,
  hits integer not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz
);
comment on table compliance.rescreening is
  'What a new version of a list affects: registered parties and items under way are compared with its new entries.';
comment on column compliance.rescreening.after is
  'It begins when all earlier transactions have ended: they may have screened with the version before.';
comment on column compliance.rescreening.step is 'The parties, then the items of each kind.';
comment on column compliance.rescreening.place is 'The last one that was compared in this step.';
create index rescreening_open on compliance.rescreening (created_at) where ended_at is null;
grant select, insert (version_id, after, step, created_at), update (step, place, parties, items, hits, ended_at) on
  compliance.rescreening to specie_app;

-- It now places the holds of an institution on any item, so it has another name.
drop function if exists compliance.hold_failed_items(uuid[]);
