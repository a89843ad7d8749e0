import { BadSetting } from '../config.ts'
import type { Sql } from './db.ts'

// Privileges of a login beyond the service's role. The service's own session must not be able to gain more. An attacker
// who can send SQL over it could otherwise change the audit chain or read the server's files.

/** The role that every statement of the service runs as. */
export const applicationRole = 'specie_app'

/** Each is a clause about the login: «is a superuser». Empty for a login that is only a member of the service's role. */
async function excessPrivileges(login: Sql): Promise<string[]> {
  const rows = await login.query<{ power: string }>(excessPrivilegesQuery)
  return rows.map(({ power }) => power)
}

/** Refuses to start in production with such a login; in UAT it only warns. */
export async function assertLeastPrivilege(
  login: Sql,
  environment: string,
  warn: (sentence: string) => void,
): Promise<void> {
  const found = await excessPrivileges(login)
  if (found.length === 0) return
  const [row] = await login.query<{ name: string }>('select session_user::text as name')
  const listed = found.length > 5 ? [...found.slice(0, 5), `${found.length - 5} more`] : found
  const sentence =
    `DATABASE_URL logs in as ${row!.name}, which has more privileges than the service may have. It ${listed.join(', ')}. ` +
    `Name a login there that is merely a member of ${applicationRole}, and the owner in DATABASE_OWNER_URL for migrations (docs/operations.md, «Two logins»).`
  if (environment === 'production') throw new BadSetting(sentence)
  warn(sentence)
}

/** Grants the service's role to its login, where it is not yet a member. Runs as the owner. */
export async function grantApplicationRole(owner: Sql, login: Sql): Promise<void> {
  const [row] = await login.query<{ name: string }>('select session_user::text as name')
  const [membership] = await owner.query<{ member: boolean }>(`select pg_has_role($1, $2, 'member') as member`, [
    row!.name,
    applicationRole,
  ])
  if (membership!.member) return
  await owner.query(`grant ${applicationRole} to "${row!.name.replaceAll('"', '""')}"`)
}

/**
 * All roles that the login is or can become, with the privileges of each. A role whose privileges are not inherited can
 * still be entered by `set role`. A superuser has all privileges, so one line is enough.
 */
const excessPrivilegesQuery = `
  with reach as (
    select r.*, case when rolname = session_user then '' else 'can become ' || rolname || ', which ' end as by
    from pg_roles r where pg_has_role(session_user, r.oid, 'member')
  ), superuser as (
    select by || 'is a superuser' as power from reach where rolsuper order by by limit 1
  ), app as (
    select to_regrole('${applicationRole}') as oid where to_regrole('${applicationRole}') is not null
  ), schema as (
    select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), more as (
    select 1 as n, by || attribute as power
    from reach, unnest(array[rolcreaterole, rolcreatedb, rolreplication, rolbypassrls],
      array['can create roles', 'can create databases', 'can replicate', 'bypasses row security']) has (it, attribute)
    where it
    union all
    select 2, 'is a member of ' || rolname from reach where oid < 16384 and rolname like 'pg\\_%'
    union all
    select 3, by || 'owns the database' from pg_database join reach on datdba = reach.oid where datname = current_database()
    union all
    select 4, by || 'owns schema ' || nspname from schema join reach on nspowner = reach.oid
    union all
    (select 5, by || 'owns ' || c.oid::regclass from pg_class c join schema on relnamespace = schema.oid
       join reach on relowner = reach.oid where nspowner <> relowner order by 2 limit 3)
    union all
    (select 6, by || 'owns function ' || p.oid::regproc from pg_proc p join schema on pronamespace = schema.oid
       join reach on proowner = reach.oid where nspowner <> proowner order by 2 limit 3)
    union all
    (select distinct 7, 'may create schemas' from reach
     where has_database_privilege(reach.oid, current_database(), 'create'))
    union all
    (select distinct 8, 'may create in schema ' || nspname from schema, reach
     where nspname <> 'public' and nspowner not in (select oid from reach) and has_schema_privilege(reach.oid, schema.oid, 'create'))
    union all
    (select distinct 9, format('has %s on %s', act, c.oid::regclass)
     from pg_class c join schema on relnamespace = schema.oid, app, reach,
       unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) act
     where relkind in ('r', 'p', 'v', 'S') and relowner not in (select oid from reach)
       and has_table_privilege(reach.oid, c.oid, act) and not has_table_privilege(app.oid, c.oid, act) order by 2 limit 3)
    union all
    (select distinct 10, format('has %s on %s of %s', act, attname, c.oid::regclass)
     from pg_class c join schema on relnamespace = schema.oid join pg_attribute on attrelid = c.oid and attnum > 0, app, reach,
       unnest(array['INSERT', 'UPDATE']) act
     where relkind in ('r', 'p', 'v') and relowner not in (select oid from reach) and not attisdropped and attacl is not null
       and has_column_privilege(reach.oid, c.oid, attnum, act) and not has_column_privilege(app.oid, c.oid, attnum, act)
       and not has_table_privilege(reach.oid, c.oid, act) order by 2 limit 3)
    union all
    (select distinct 11, 'may call ' || p.oid::regprocedure from pg_proc p, app, reach
     where proowner not in (select oid from reach) and proacl is not null
       and has_function_privilege(reach.oid, p.oid, 'execute') and not has_function_privilege(app.oid, p.oid, 'execute')
     order by 2 limit 3)
    union all
    (select distinct 12, 'may disable triggers' from reach
     where has_parameter_privilege(reach.oid, 'session_replication_role', 'set'))
    union all
    (select distinct 13, 'may change the setting ' || parname || ' of the server' from pg_parameter_acl, reach
     where has_parameter_privilege(reach.oid, parname, 'alter system'))
  )
  select power from superuser
  union all
  (select power from more where not exists (select from superuser) order by n, power)`
