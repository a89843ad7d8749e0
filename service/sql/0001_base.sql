-- The ground: who may do what in this database, which migrations it has seen, and which environment it belongs to.

create schema base;

-- The service runs as specie_app. It never owns a table, so no grant means no way in. Roles belong to the whole
-- cluster: another database may have made this one already, or be making it at this moment.
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

grant usage on schema base to specie_app;

create table base.migration (
  name text primary key,
  hash text not null,
  at timestamptz not null
);
grant select on base.migration to specie_app;

-- Every edition of the files in functions/ and views/ that was applied here, the present one last (base/database/definitions.ts).
create table base.definition (
  id bigint generated always as identity primary key,
  name text not null,
  hash text not null,
  at timestamptz not null
);
grant select on base.definition to specie_app;

-- Keys and money of one environment must never meet those of the other.
create table base.environment (
  only_row boolean primary key default true check (only_row),
  name text not null,
  edition text not null  -- hash of the tables that code defines, see database.ts
);
grant select on base.environment to specie_app;
