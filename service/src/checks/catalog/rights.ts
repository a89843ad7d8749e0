import { owned, relation, signature, tables } from './ours.ts'

// SQL of rights on our objects, as in ours.ts: owners, rights, roles, and settings of sessions.

/** Settings that the server applies to our sessions, and that change the behaviour of our triggers and functions. */
const dangerous = [
  'array_nulls',
  'check_function_bodies',
  'default_transaction_isolation',
  'dynamic_library_path',
  'local_preload_libraries',
  'role',
  'row_security',
  'search_path',
  'session_preload_libraries',
  'session_replication_role',
  'standard_conforming_strings',
  'transform_null_equals',
]

const held = `
  select 'schema ' || nspname as on_what, nspowner as owner, nspacl as acl from pg_namespace where ${owned}
  union all
  select ${relation}, relowner, relacl from ${tables} where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select format('%s.%s', ${relation}, attname), relowner, attacl from ${tables} join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  where relkind in ('r', 'p', 'v', 'm', 'f')
  union all
  select ${signature}, proowner, coalesce(proacl, acldefault('f', proowner)) from pg_proc p join pg_namespace n on n.oid = pronamespace and ${owned}
  union all
  select 'type ' || format_type(t.oid, null), typowner, typacl from pg_type t join pg_namespace n on n.oid = typnamespace and ${owned}
  left join pg_class c on c.oid = typrelid where typtype in ('e', 'd') or typtype = 'c' and c.relkind = 'c'`

/** The owner of the first schema owns all. */
const owner = `(select nspowner from pg_namespace where nspname = 'base')`

const grantee = `case grantee when 0 then 'public' else pg_get_userbyid(grantee) end`

/** Read-only roles are the operator's concern. */
const readsOnly = `grantee <> 0 and pg_get_userbyid(grantee) <> 'specie_app' and privilege_type in ('SELECT', 'USAGE')`

/**
 * A member of the owner's role has all rights of the owner. A membership that only allows granting it does not count:
 * PostgreSQL 16 gives it to the creator of a role.
 */
const members = `
  with recursive strong as (
    select oid as role from pg_roles where rolsuper or oid = ${owner}
    union select datdba from pg_database where datname = current_database()
  ), given as (
    select m.member, m.roleid from pg_auth_members m cross join lateral to_jsonb(m) as had (it)
    where coalesce((it ->> 'inherit_option')::boolean, true) or coalesce((it ->> 'set_option')::boolean, true)
  ), reach as (
    select member, roleid from given join strong on roleid = role
    union select g.member, g.roleid from given g join reach r on g.roleid = r.member
  )
  select format('membership of %s in %s', member::regrole, roleid::regrole) as name from reach`

export const ourRights = `
  select format('grant of %s on %s to %s', lower(privilege_type), on_what, ${grantee}) as name, is_grantable::text as definition,
    ${readsOnly} as optional, null as object
  from (${held}) held cross join lateral aclexplode(acl) where grantee <> owner
  union all
  select format('right to %s %s that come, to %s', lower(privilege_type),
      case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types' when 'n' then 'schemas' else 'things' end,
      ${grantee}) as name, '', ${readsOnly}, null
  from pg_default_acl cross join lateral aclexplode(defaclacl) where grantee <> defaclrole
  union all
  select format('owner %s of %s', pg_get_userbyid(owner), on_what), '', false, null from (${held}) held where owner <> ${owner}
  union all
  select name, '', false, null from (${members}) member
  union all
  select format('superuser %s', oid::regrole), '', false, null from pg_roles where rolsuper and oid <> 10
  union all
  select format('setting %s of %s', split_part(setting, '=', 1), coalesce(nullif(setrole, 0)::regrole::text, 'everybody')), setting, false, null
  from pg_db_role_setting cross join lateral unnest(setconfig) setting
  where setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and (setrole = 0 or setrole = 'specie_app'::regrole or setrole = session_user::regrole)
    and (split_part(setting, '=', 1) in (${dangerous.map((name) => `'${name}'`).join(', ')}) or setting like 'specie.%' or setting like 'plpgsql.%')
  union all
  select format('right of specie_app: %s', attribute), '', false, null
  from pg_roles, unnest(array[rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls],
    array['superuser', 'create roles', 'create databases', 'replication', 'go past row security']) has (it, attribute)
  where rolname = 'specie_app' and it
  union all
  select format('membership of specie_app in %s', roleid::regrole), '', false, null from pg_auth_members where member = 'specie_app'::regrole
  union all
  select format('subscription %s', subname), '', false, null from pg_subscription
  where subdbid = (select oid from pg_database where datname = current_database())`
