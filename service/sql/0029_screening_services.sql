-- What outside screening services are asked about parties, and the holds that wait for their answers.

create table compliance.question (
  party_hash text not null,
  service text not null,
  content jsonb,
  sealed bytea,
  sealed_for uuid,
  due_at timestamptz,
  answered_at timestamptz,
  matches text[] not null default '{}',
  failed_at timestamptz,
  failure text,
  created_at timestamptz not null,
  primary key (party_hash, service),
  constraint either_clear_or_sealed check (num_nonnulls(content, sealed) = 1 and (sealed is null) = (sealed_for is null))
);
comment on table compliance.question is
  'What outside screening services are asked about parties. An answer counts for a day, because their lists change without '
  'telling us. An item whose parties lack one waits.';
comment on column compliance.question.party_hash is 'Of everything that is compared, as in compliance.party.';
comment on column compliance.question.content is 'The party that is asked about.';
comment on column compliance.question.sealed is
  'The same for a natural person of a KYB case or a payer of the Travel Rule, sealed with the key of the subject.';
comment on column compliance.question.due_at is 'When it is asked next. Null: when a screening needs it.';
comment on column compliance.question.answered_at is 'When the last answer was given. Null: it was never answered.';
comment on column compliance.question.matches is
  'Hashes of the entries that the last answer names. Each of them and the party are a row of compliance.hit.';
comment on column compliance.question.failed_at is 'Since when there is no answer, if the last attempt failed.';
create index question_due on compliance.question (service, due_at) where due_at is not null;
grant select, insert (party_hash, service, content, sealed, sealed_for, due_at, created_at),
  update (due_at, answered_at, matches, failed_at, failure) on compliance.question to specie_app;

create table compliance.hold_question (
  hold_id uuid not null references compliance.hold (id),
  party_hash text not null,
  service text not null,
  primary key (hold_id, party_hash, service),
  foreign key (party_hash, service) references compliance.question (party_hash, service)
);
comment on table compliance.hold_question is
  'The answers for which a hold waits. It is released once they are here and what they have found is held for itself.';
create index on compliance.hold_question (party_hash, service);
grant select, insert (hold_id, party_hash, service) on compliance.hold_question to specie_app;
