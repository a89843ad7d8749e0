-- Versions of sanctions lists and their entries. The parties of compliance.listed become the list `own`.

create table compliance.list_version (
  id uuid primary key,
  list text not null,
  format text not null,
  source text not null,
  sha256 text,
  issued text,
  state text not null,
  refusal text,
  refused_because text,
  entries integer not null,
  counts jsonb not null,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  reassigned integer not null default 0,
  renumbered integer not null default 0,
  created_at timestamptz not null,
  replaced_at timestamptz,
  constraint only_a_refused_version_has_a_reason check
    ((state = 'refused') = (refusal is not null) and (refusal is null) = (refused_because is null)),
  constraint only_a_replaced_version_has_an_end check ((state = 'replaced') = (replaced_at is not null))
);
comment on table compliance.list_version is
  'Each version of a sanctions list that was loaded. One version of a list is active at most. A refused version has no entries.';
comment on column compliance.list_version.format is 'The format of its file. `own`: entries that staff added.';
comment on column compliance.list_version.source is 'The file, its address, or who added the entries.';
comment on column compliance.list_version.sha256 is 'Of the bytes of the file.';
comment on column compliance.list_version.issued is 'The day of the list, as the file says.';
comment on column compliance.list_version.refused_because is 'What is wrong, and what an operator does next.';
comment on column compliance.list_version.counts is 'How much of what the file has: persons, names, wallets …';
comment on column compliance.list_version.reassigned is 'References that are another party''s now.';
comment on column compliance.list_version.renumbered is 'Entries that only got another reference.';
create unique index list_version_active on compliance.list_version (list) where state = 'active';
create index list_version_newest on compliance.list_version (list, created_at, id);
grant select, insert (id, list, format, source, sha256, issued, state, refusal, refused_because, entries, counts, added,
  changed, removed, reassigned, renumbered, created_at), update (state, replaced_at) on compliance.list_version to specie_app;

create table compliance.list_entry (
  id uuid primary key,
  list text not null,
  reference text not null,
  effect text not null,
  hash text not null,
  content jsonb not null,
  wallets text[] not null,
  began uuid not null references compliance.list_version (id),
  ended uuid references compliance.list_version (id)
);
comment on table compliance.list_entry is
  'Entries of sanctions lists. A changed entry ends and begins again as a new row, so that each version can be read later.';
comment on column compliance.list_entry.reference is 'The list''s own. A list may give it to another party later.';
comment on column compliance.list_entry.hash is 'Of the content without the reference.';
comment on column compliance.list_entry.wallets is 'Wallet addresses of the content, in the form in which they are compared.';
comment on column compliance.list_entry.began is 'The version that brought it.';
comment on column compliance.list_entry.ended is 'The version without it. Null while it is on the list.';
create unique index list_entry_open on compliance.list_entry (list, reference) where ended is null;
create index list_entry_began on compliance.list_entry (began);
create index list_entry_ended on compliance.list_entry (ended) where ended is not null;
create index list_entry_wallets on compliance.list_entry using gin (wallets) where ended is null and wallets <> '{}';
grant select, insert (id, list, reference, effect, hash, content, wallets, began), update (ended) on compliance.list_entry
  to specie_app;

create table compliance.list_source (
  list text primary key,
  source text,
  etag text,
  due_at timestamptz,
  checked_at timestamptz,
  expires_at timestamptz,
  failed_at timestamptz,
  failure text,
  accepted text
);
comment on table compliance.list_source is 'When the source of each list was last read.';
comment on column compliance.list_source.etag is 'Of the file at this address, so that an unchanged one is not sent again.';
comment on column compliance.list_source.due_at is 'When it is read next. Null: no source is set.';
comment on column compliance.list_source.checked_at is 'When the active version was last known to be the newest.';
comment on column compliance.list_source.expires_at is
  'Screening refuses to decide from then on. Null: the list does not age, because no source of it is set.';
comment on column compliance.list_source.failed_at is 'When reading it failed, if it failed since the last success.';
comment on column compliance.list_source.accepted is
  'Hash of a refused file that two people have accepted (`list.accept`): it is activated if the source still has it.';
grant select, insert (list, source, etag, due_at, checked_at, expires_at, failed_at, failure), update (source, etag, due_at,
  checked_at, expires_at, failed_at, failure, accepted) on compliance.list_source to specie_app;

insert into compliance.list_version (id, list, format, source, state, entries, counts, added, created_at, replaced_at)
select gen_random_uuid(), 'own', 'own', 'migration', case when until is null then 'active' else 'replaced' end,
  sum(added) over (order by listed_at), '{}', added, listed_at, until
from (
  select listed_at, count(*) as added, lead(listed_at) over (order by listed_at) as until
  from compliance.listed group by listed_at
) listed;

insert into compliance.list_entry (id, list, reference, effect, hash, content, wallets, began)
select gen_random_uuid(), 'own', reference, effect, encode(sha256(convert_to(content::text, 'UTF8')), 'hex'), content,
  case when is_wallet then array[case when name like '0x%' then lower(name) else name end] else '{}' end, version.id
from compliance.listed
join compliance.list_version version on version.list = 'own' and version.created_at = listed_at
cross join lateral (
  select name ~ '^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{26,50}|(bc|tb|bcrt|ltc)1[02-9ac-hj-np-z]{8,87})$' as is_wallet,
    substr(encode(sha256(convert_to(listed.list || chr(10) || name, 'UTF8')), 'hex'), 1, 12) as reference
) form
cross join lateral (
  select jsonb_build_object('list', 'own', 'reference', reference, 'kind', 'other',
    'names', case when is_wallet then '[]'
      else jsonb_build_array(jsonb_build_object('text', name, 'parts', '[]'::jsonb, 'strength', 'primary')) end,
    'births', '[]'::jsonb, 'places', '[]'::jsonb, 'identifiers', '[]'::jsonb,
    'wallets', case when is_wallet then jsonb_build_array(jsonb_build_object('ticker', '', 'address', name)) else '[]' end,
    'programmes', jsonb_build_array(listed.list), 'measures', '{"assetFreeze": true, "named": []}'::jsonb,
    'relations', '[]'::jsonb, 'remarks', '[]'::jsonb, 'listed', to_char(listed_at, 'YYYY-MM-DD'), 'changed', null) as content
) entry;

drop table compliance.listed;
drop function if exists audit.note_compliance_listed();
