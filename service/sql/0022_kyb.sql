-- KYB: what an institution says of itself, its people and its documents, and when it is looked at again.

-- The key of each subject of personal data, sealed with PERSONAL_DATA_KEY. To erase a subject is to delete its key.
create table base.data_key (
  subject uuid primary key,  -- a person of a KYB case, or an institution
  sealed_key bytea not null,
  created_at timestamptz not null
);
grant select, insert, delete on base.data_key to specie_app;

alter table onboarding.kyb_case
  add column channel text not null default 'remote',  -- how the institution came to us
  add column entity jsonb not null default '{}',  -- the company; nothing in it is of a natural person
  add column screening jsonb,  -- hits on watchlists at the last screening, by id
  add column risk jsonb,  -- the score with each factor's part
  add column submitted_at timestamptz,
  add column review_due_at timestamptz,  -- settlement time
  add column review_deadline timestamptz,  -- settlement time; of a review that has begun
  add column confirmed_at timestamptz,  -- when the institution confirmed its data in this review
  add column erased_at timestamptz;  -- when the personal data of the case was erased
-- The triggers are off, because they would say that the rows were written by hand.
alter table onboarding.kyb_case disable trigger user;
update onboarding.kyb_case set review_due_at = updated_at + interval '12 months' where state = 'approved';
alter table onboarding.kyb_case enable trigger user;
create index on onboarding.kyb_case (review_due_at) where state = 'approved';
create index on onboarding.kyb_case (review_deadline) where state = 'periodic_review';
create index on onboarding.kyb_case (updated_at) where erased_at is null;
create index on directory.institution (created_at, id);
grant update (entity, screening, risk, submitted_at, review_due_at, review_deadline, confirmed_at, erased_at)
  on onboarding.kyb_case to specie_app;

-- The approved legal name becomes the name of the institution.
grant update (name) on directory.institution to specie_app;

-- Beneficial owners, directors and authorised signatories. What is personal is sealed with their own key.
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
create index on onboarding.kyb_person (institution_id);
grant select, insert, update (roles, sealed, updated_at, removed_at, removed_by) on onboarding.kyb_person to specie_app;

-- Name and content are sealed with the key of the person they concern, or of the institution.
create table onboarding.kyb_document (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  person_id uuid references onboarding.kyb_person (id),
  kind text not null,
  content_type text not null,
  bytes integer not null,
  sha256 bytea not null,  -- of the content as it was sent
  sealed_name bytea not null,
  expires_on date,
  created_at timestamptz not null,
  created_by text not null,
  removed_at timestamptz,
  removed_by text
);
create index on onboarding.kyb_document (institution_id);
grant select, insert, update (removed_at, removed_by) on onboarding.kyb_document to specie_app;

create table onboarding.kyb_document_content (
  document_id uuid primary key references onboarding.kyb_document (id),
  sealed bytea not null
);
grant select, insert on onboarding.kyb_document_content to specie_app;

-- Questions of staff and the answers of the institution, sealed with the institution's key.
create table onboarding.information_request (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  sealed_question bytea not null,
  asked_by text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,  -- settlement time
  sealed_answer bytea,
  answered_by text,
  answered_at timestamptz
);
create index on onboarding.information_request (institution_id);
grant select, insert, update (sealed_answer, answered_by, answered_at) on onboarding.information_request to specie_app;
