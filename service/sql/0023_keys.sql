-- A key proves that its holder has it, replaces another one and expires. An agreement has a text that people sign.

alter table access.api_key
  add column expires_at timestamptz,  -- null: it never does
  add column replaces uuid references access.api_key (id),
  add column overlap_seconds integer check (overlap_seconds between 0 and 2592000),  -- for which both work
  add column revoke_at timestamptz,  -- of a key that has a successor: the end of that time
  add column frozen_by text,  -- what the staff has frozen the institution cannot unfreeze
  add column proven_at timestamptz,
  add column proof jsonb,  -- challenge, nonce and signature, so that it can be verified again
  add constraint overlap_of_successor check ((replaces is null) = (overlap_seconds is null));
-- The triggers are off, because they would say that the rows were written by hand.
alter table access.api_key disable trigger user;
update access.api_key set proven_at = created_at where state <> 'registered';
alter table access.api_key enable trigger user;
-- Only who has the private key takes the place of a public one: a stranger who registers it first is in nobody's way.
alter table access.api_key drop constraint api_key_spki_key;
create unique index one_proven_key on access.api_key (spki) where proven_at is not null;
create index on access.api_key (spki);
create index on access.api_key (revoke_at) where revoke_at is not null and state <> 'revoked';
grant update (revoke_at, frozen_by, proven_at, proof) on access.api_key to specie_app;

-- What a key must sign, once. A new challenge takes the place of the one before.
create table access.key_challenge (
  key_id uuid primary key references access.api_key (id),
  value bytea not null,
  expires_at timestamptz not null
);
grant select, insert, update (value, expires_at), delete on access.key_challenge to specie_app;

-- The last calls of each key, for people to look at. Written by access.note_calls alone. Without a foreign key: it would
-- cost a look-up for each call.
create table access.recent_call (
  id bigint generated always as identity primary key,
  key_id uuid not null,
  at timestamptz not null,
  path text not null,
  status smallint not null,
  code text,  -- of an error
  trace_id text not null,
  ip text not null
);
create index on access.recent_call (key_id, id);
grant select on access.recent_call to specie_app;

-- For which acts an institution has chosen that a second person must approve them.
create table people.second_person (
  institution_id uuid not null references directory.institution (id),
  kind text not null,
  is_dropped boolean not null default false,  -- a row stays: to drop it takes two people
  primary key (institution_id, kind)
);
grant select, insert, update (is_dropped) on people.second_person to specie_app;

alter table onboarding.agreement
  add column text_sha256 bytea,  -- null: signed before texts were kept
  add column replaces uuid references onboarding.agreement (id),
  add column expires_at timestamptz,  -- settlement time until which it can be signed
  add column ends_at timestamptz,  -- settlement time until which it stays active after notice of a new version
  add column signature jsonb,
  add column countersignature jsonb;
create unique index one_open_agreement on onboarding.agreement (institution_id, product)
  where state in ('drafted', 'sent', 'signed');
create index on onboarding.agreement (expires_at) where state = 'sent';
create index on onboarding.agreement (ends_at) where state = 'active' and ends_at is not null;
grant update (ends_at, signature, countersignature) on onboarding.agreement to specie_app;

-- People search the audit chain by what an entry is about, who acted and what was done.
-- By patterns, as in base/audit/search.ts: an entry that somebody has spoilt is still to be found and told by verification.
create index entry_action on audit.entry (substring(body from '^\{"action":"((?:[^"\\]|\\.)*)"'), seq);
create index entry_actor on audit.entry (substring(body from '^\{"action":"[^"]*","actor":"((?:[^"\\]|\\.)*)"'), seq);
create index entry_subject on audit.entry (substring(body from '"subject":"((?:[^"\\]|\\.)*)"\}$'), seq);
