-- The service runs as specie_app. It owns nothing, so it can do only what is granted here. Roles belong to the whole cluster:
-- another database may have created this one already, or be creating it at the same moment.
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
grant usage on schema base to specie_app;

create table base.migration (
  name text primary key,
  hash text not null,
  at timestamptz not null
);
grant select on base.migration to specie_app;

create table base.definition (
  id bigint generated always as identity primary key,
  name text not null,
  hash text not null,
  at timestamptz not null
);
grant select on base.definition to specie_app;

create table base.environment (
  only_row boolean primary key default true check (only_row),
  name text not null,
  edition text not null
);
grant select on base.environment to specie_app;

create table base.data_key (
  subject uuid primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);
grant select, insert, delete on base.data_key to specie_app;

create table base.server (
  only_row boolean primary key default true check (only_row),
  system text not null,
  timeline integer not null
);
grant select on base.server to specie_app;

create table base.prepared (
  id bigint generated always as identity primary key,
  catalog text not null,
  at timestamptz not null,
  session text,
  mark bytea
);
grant select on base.prepared to specie_app;
