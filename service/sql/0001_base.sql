-- The service logs in as specie_app. It owns nothing, so it can do only what is granted here. Roles belong to the whole
-- cluster: another database may have created this one already, or may be creating it now.
do $$
begin
  if not exists (select from pg_roles where rolname = 'specie_app') then
    create role specie_app nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  if not pg_has_role(current_user, 'specie_app', 'member') then
    execute format('grant specie_app to %I', current_user);
  end if;
end $$;

create schema base;
comment on schema base is
  'What every part of the service needs: migrations, definitions, the environment, keys of personal data.';
grant usage on schema base to specie_app;

create table base.migration (
  name text primary key,
  hash text not null,
  at timestamptz not null
);
comment on table base.migration is 'Migrations applied to this database. An applied file never changes.';
comment on column base.migration.hash is 'SHA-256 of the file.';
grant select on base.migration to specie_app;

create table base.definition (
  id bigint generated always as identity primary key,
  name text not null,
  hash text not null,
  at timestamptz not null
);
comment on table base.definition is
  'Every applied edition of each file in functions/, views/, triggers/ and values/; the latest one is current.';
grant select on base.definition to specie_app;

create table base.environment (
  only_row boolean primary key default true check (only_row),
  name text not null,
  edition text not null
);
comment on table base.environment is
  'The environment that this database belongs to. Keys and money of one environment never meet those of another.';
comment on column base.environment.edition is 'Hash of the tables that code defines (service/src/database.ts).';
grant select on base.environment to specie_app;

create table base.data_key (
  subject uuid primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);
comment on table base.data_key is
  'The key of each subject of personal data, sealed with PERSONAL_DATA_KEY. Deleting the key erases the subject.';
comment on column base.data_key.subject is 'A person of a KYB case, or an institution.';
grant select, insert (subject, sealed_key, created_at), delete on base.data_key to specie_app;

create table base.server (
  only_row boolean primary key default true check (only_row),
  system text not null,
  timeline integer not null
);
comment on table base.server is
  'The server on which this database was last seen. The row is replicated, so a standby learns of a promotion even before '
  'its control file shows it. Written only by base.record_server.';
comment on column base.server.system is 'The identifier of the cluster.';
comment on column base.server.timeline is 'Grows with each promotion.';
grant select on base.server to specie_app;

create table base.prepared (
  id bigint generated always as identity primary key,
  catalog text not null,
  at timestamptz not null,
  session text,
  mark bytea
);
comment on table base.prepared is
  'The catalogs that `specie migrate` has made here. A process of another version detects that the latest is not its own.';
comment on column base.prepared.catalog is
  'Hash of the objects that the files of that version make (service/src/checks/catalog).';
comment on column base.prepared.session is 'The key with which the mark was made.';
comment on column base.prepared.mark is
  'Made with a key that the service holds and the database does not; null if the migration ran without a key.';
grant select on base.prepared to specie_app;
