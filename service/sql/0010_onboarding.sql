create schema onboarding;
comment on schema onboarding is 'KYB cases and agreements of institutions.';
grant usage on schema onboarding to specie_app;

create table onboarding.kyb_case (
  id uuid primary key,
  institution_id uuid not null unique references directory.institution (id),
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  channel text not null default 'remote',
  entity jsonb not null default '{}',
  screening jsonb,
  risk jsonb,
  submitted_at timestamptz,
  review_due_at timestamptz,
  review_deadline timestamptz,
  confirmed_at timestamptz,
  erased_at timestamptz
);
comment on table onboarding.kyb_case is 'The KYB case of each institution.';
comment on column onboarding.kyb_case.channel is 'How the institution reached us.';
comment on column onboarding.kyb_case.entity is 'The company. It holds no data of natural persons.';
comment on column onboarding.kyb_case.screening is 'Ids of the hits of the last screening against the lists.';
comment on column onboarding.kyb_case.risk is 'The score and the part of each factor.';
comment on column onboarding.kyb_case.review_due_at is 'Settlement time of the next periodic review.';
comment on column onboarding.kyb_case.review_deadline is 'Settlement time by which a review that has begun must end.';
comment on column onboarding.kyb_case.confirmed_at is 'When the institution confirmed its data in the current review.';
comment on column onboarding.kyb_case.erased_at is 'When the personal data of the case was erased.';
create index on onboarding.kyb_case (review_due_at) where state = 'approved';
create index on onboarding.kyb_case (review_deadline) where state = 'periodic_review';
create index on onboarding.kyb_case (updated_at) where erased_at is null;
create index kyb_waiting on onboarding.kyb_case (updated_at)
  where state in ('in_review', 'edd_required', 'review_overdue', 'periodic_review', 'info_requested');
grant select, insert (id, institution_id, state, created_at, updated_at, channel), update (state, updated_at, entity,
  screening, risk, submitted_at, review_due_at, review_deadline, confirmed_at, erased_at) on onboarding.kyb_case to
  specie_app;

create table onboarding.agreement (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  product text not null,
  version text not null,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  text_sha256 bytea,
  replaces uuid references onboarding.agreement (id),
  expires_at timestamptz,
  ends_at timestamptz,
  signature jsonb,
  countersignature jsonb
);
comment on table onboarding.agreement is 'Agreements per product, and their signatures.';
comment on column onboarding.agreement.text_sha256 is 'Hash of the signed text. Null: signed before texts were stored.';
comment on column onboarding.agreement.replaces is 'The previous version of the agreement.';
comment on column onboarding.agreement.expires_at is 'Settlement time until which it can be signed.';
comment on column onboarding.agreement.ends_at is 'Settlement time until which it stays active after notice of a new version.';
create unique index one_active_agreement on onboarding.agreement (institution_id, product) where state = 'active';
create unique index one_open_agreement on onboarding.agreement (institution_id, product)
  where state in ('drafted', 'sent', 'signed');
create index on onboarding.agreement (expires_at) where state = 'sent';
create index on onboarding.agreement (ends_at) where state = 'active' and ends_at is not null;
create index agreement_signed on onboarding.agreement (updated_at) where state = 'signed';
grant select, insert (id, institution_id, product, version, state, created_at, updated_at, text_sha256, replaces,
  expires_at), update (state, updated_at, ends_at, signature, countersignature) on onboarding.agreement to specie_app;

create table onboarding.kyb_person (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  roles text[] not null,
  sealed bytea not null,
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  removed_by text
);
comment on table onboarding.kyb_person is 'Beneficial owners, directors and authorised signatories.';
comment on column onboarding.kyb_person.sealed is 'Personal data, sealed with the person''s own key.';
create index on onboarding.kyb_person (institution_id);
grant select, insert (id, institution_id, roles, sealed, created_at, created_by, updated_at), update (roles, sealed,
  updated_at, removed_at, removed_by) on onboarding.kyb_person to specie_app;

create table onboarding.kyb_document (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  person_id uuid references onboarding.kyb_person (id),
  kind text not null,
  content_type text not null,
  bytes integer not null,
  sha256 bytea not null,
  sealed_name bytea not null,
  expires_on date,
  created_at timestamptz not null,
  created_by text not null,
  removed_at timestamptz,
  removed_by text
);
comment on table onboarding.kyb_document is
  'Uploaded documents. Name and content are sealed with the key of the person concerned or of the institution.';
comment on column onboarding.kyb_document.sha256 is 'Hash of the content as it was uploaded.';
create index on onboarding.kyb_document (institution_id);
grant select, insert (id, institution_id, person_id, kind, content_type, bytes, sha256, sealed_name, expires_on, created_at,
  created_by), update (removed_at, removed_by) on onboarding.kyb_document to specie_app;

create table onboarding.kyb_document_content (
  document_id uuid primary key references onboarding.kyb_document (id),
  sealed bytea not null
);
comment on table onboarding.kyb_document_content is 'The sealed content of the documents.';
grant select, insert (document_id, sealed) on onboarding.kyb_document_content to specie_app;

create table onboarding.information_request (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  sealed_question bytea not null,
  asked_by text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  sealed_answer bytea,
  answered_by text,
  answered_at timestamptz
);
comment on table onboarding.information_request is
  'Questions of staff and the answers of the institution, sealed with the key of the institution.';
comment on column onboarding.information_request.due_at is 'Settlement time.';
create index on onboarding.information_request (institution_id);
grant select, insert (id, institution_id, sealed_question, asked_by, created_at, due_at), update (sealed_answer,
  answered_by, answered_at) on onboarding.information_request to specie_app;

create table onboarding.closing_payout (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  asset text not null references ledger.asset,
  bank_account_id uuid references destinations.bank_account (id),
  address_id uuid references destinations.address (id),
  agreed_at timestamptz not null,
  check (num_nonnulls(bank_account_id, address_id) = 1)
);
comment on table onboarding.closing_payout is
  'Where the balances of an offboarded institution are paid, as two people have agreed.';
create index on onboarding.closing_payout (institution_id, asset, agreed_at desc);
grant select, insert (id, institution_id, asset, bank_account_id, address_id, agreed_at) on onboarding.closing_payout to
  specie_app;
