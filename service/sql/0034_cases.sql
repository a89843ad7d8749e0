-- Cases of compliance: alerts of one institution or party, with what people note, attach and decide about them.

create table compliance.case_file (
  id uuid primary key,
  about uuid references directory.institution (id),
  party text check (length(party) between 1 and 400),
  follows uuid references compliance.case_file (id),
  risk_class text not null,
  state text not null,
  institution_id uuid check (institution_id is null),
  assignee uuid references directory.person (id),
  due_at timestamptz not null,
  outcome text,
  maker text,
  checker text,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(about, party) = 1),
  constraint decided_by_two check ((state <> 'closed' and state <> 'reported') = (outcome is null)
    and num_nonnulls(outcome, maker, checker, decided_at) in (0, 4) and lower(maker) <> lower(checker))
);
comment on table compliance.case_file is 'Cases of compliance (docs/cases.md). Each collects the alerts of one institution or party until two people decide.';
comment on column compliance.case_file.about is 'The institution.';
comment on column compliance.case_file.party is 'Who it is about if no institution is known: the provider that inquired.';
comment on column compliance.case_file.follows is 'The last decided case of the same institution or party.';
comment on column compliance.case_file.risk_class is 'Of the institution when the case was opened; high if it is not known.';
comment on column compliance.case_file.institution_id is 'Always null: no institution ever learns of a case (no tipping off).';
comment on column compliance.case_file.due_at is 'When it should be decided. Nothing happens by itself then.';
create unique index case_open_of_institution on compliance.case_file (about) where about is not null and state in ('open', 'in_review');
create unique index case_open_of_party on compliance.case_file (party) where party is not null and state in ('open', 'in_review');
create index case_newest on compliance.case_file (created_at, id);
create index case_about on compliance.case_file (about, created_at) where about is not null;
grant select, update (state, assignee, outcome, maker, checker, decided_at, updated_at) on compliance.case_file to specie_app;

create table compliance.case_alert (
  key text primary key,
  case_id uuid not null references compliance.case_file (id),
  kind text not null,
  source text not null,
  subject_kind text,
  subject_id uuid,
  at timestamptz not null,
  joined_at timestamptz not null
);
comment on table compliance.case_alert is 'The alerts of a case. Each alert of compliance.alert is in one case, for good.';
comment on column compliance.case_alert.key is 'Its kind and what it comes from: `hold:<id>`.';
comment on column compliance.case_alert.source is 'The hold, version of a rule, match, exchange or bank case.';
comment on column compliance.case_alert.subject_id is 'The item, party or exchange that it is about.';
create index case_alert_of on compliance.case_alert (case_id, at, key);
create index case_alert_subject on compliance.case_alert (subject_id) where subject_id is not null;
create index case_alert_source on compliance.case_alert (source);
grant select on compliance.case_alert to specie_app;

create table compliance.case_note (
  id uuid primary key,
  case_id uuid not null references compliance.case_file (id),
  sealed bytea not null,
  created_at timestamptz not null,
  created_by text not null
);
comment on table compliance.case_note is 'What people write about a case. Never changed.';
comment on column compliance.case_note.sealed is 'The text, sealed with the key of the case.';
create index case_note_of on compliance.case_note (case_id, created_at);
grant select, insert (id, case_id, sealed, created_at, created_by) on compliance.case_note to specie_app;

create table compliance.case_document (
  id uuid primary key,
  case_id uuid not null references compliance.case_file (id),
  content_type text not null,
  bytes integer not null check (bytes > 0),
  sha256 bytea not null,
  sealed_name bytea not null,
  created_at timestamptz not null,
  created_by text not null
);
comment on table compliance.case_document is 'Files that people attach to a case as evidence. Never changed.';
create index case_document_of on compliance.case_document (case_id, created_at);
grant select, insert (id, case_id, content_type, bytes, sha256, sealed_name, created_at, created_by)
  on compliance.case_document to specie_app;

create table compliance.case_document_content (
  document_id uuid primary key references compliance.case_document (id),
  sealed bytea not null
);
comment on table compliance.case_document_content is 'The contents, sealed with the key of the case.';
grant select, insert (document_id, sealed) on compliance.case_document_content to specie_app;

-- New alerts are found by their time.
create index hold_newest on compliance.hold (created_at);
