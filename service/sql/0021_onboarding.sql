alter table onboarding.kyb_case add column screened jsonb;
comment on column onboarding.kyb_case.screened is
  'What the last screening compared: its time, the lists with the number of their entries, and the parties by id.';
grant update (screened) on onboarding.kyb_case to specie_app;

create table onboarding.requirement_tick (
  id uuid primary key,
  institution_id uuid not null references directory.institution (id),
  requirement text not null,
  evidence bytea,
  ticked_at timestamptz not null,
  ticked_by text not null,
  unique (institution_id, requirement)
);
comment on table onboarding.requirement_tick is 'Requirements of a KYB case that staff have checked.';
comment on column onboarding.requirement_tick.requirement is 'Its code, and the id of the person or request concerned.';
comment on column onboarding.requirement_tick.evidence is
  'Hash of what was checked: the tick no longer counts when that changes. Null: the tick was taken away.';
grant select, insert (id, institution_id, requirement, evidence, ticked_at, ticked_by), update (evidence, ticked_at,
  ticked_by) on onboarding.requirement_tick to specie_app;

create table work.job_run (
  name text primary key,
  runs bigint not null,
  failures bigint not null,
  last_at timestamptz not null,
  took_ms integer not null,
  failed_at timestamptz
);
comment on table work.job_run is 'The runs of each job, counted by processes and written together every few seconds.';
comment on column work.job_run.last_at is 'When it last ran to its end.';
comment on column work.job_run.took_ms is 'How long that took.';
comment on column work.job_run.failed_at is 'When it last failed.';
grant select, insert (name, runs, failures, last_at, took_ms, failed_at), update (runs, failures, last_at, took_ms,
  failed_at) on work.job_run to specie_app;
