import { createHash } from 'node:crypto'
import type { Sql } from '../../base/database/db.ts'
import { versionedTables } from '../traces.ts'

// The catalog of a database: every table, column, constraint, index, trigger, function, view and right of our schemas, as
// a name and a hash of its definition. Only what PostgreSQL 15 and later write in the same way is in it.

/** `optional`: whoever operates the database may add such a thing, e.g. an index that makes a query faster. */
export type Thing = { readonly name: string; readonly hash: string; readonly optional: boolean }

type Row = { name: string; definition: string; optional: boolean }

export async function liveCatalog(sql: Sql, schemas: readonly string[]): Promise<Thing[]> {
  const shapes = await shapesInUse(sql)
  const rows = await sql.query<Row>(catalogSql, [schemas])
  return rows.map(({ name, definition, optional }) => ({
    name,
    hash: createHash('sha256')
      .update(withoutShape(definition, shapes.get(name)))
      .digest('hex')
      .slice(0, 16),
    optional,
  }))
}

/** The number of a shape differs from database to database; another one than that of the present columns stays in the text. */
const withoutShape = (definition: string, shape: number | undefined): string =>
  shape === undefined ? definition : definition.replaceAll(` ${shape} as shape,`, ' SHAPE as shape,')

/** The shape of the present columns of each versioned table, by the function that notes its versions. */
async function shapesInUse(sql: Sql): Promise<Map<string, number>> {
  const shapes = await sql.query<{ name: string; id: number; columns: string[] }>(
    `select s.name, s.id, s.columns from audit.shape s
     where s.columns <@ (select array_agg(attname::text) from pg_attribute
       where attrelid = to_regclass(s.name) and attnum > 0 and not attisdropped)`,
  )
  const counts = await sql.query<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(attname::text) as columns
     from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and attnum > 0 and not attisdropped and n.nspname || '.' || c.relname = any($1) group by 1`,
    [Object.keys(versionedTables)],
  )
  const covered = new Map(
    counts.map(({ name, columns }) => {
      const { excluded = [] } = versionedTables[name]!
      return [name, columns.filter((column) => !excluded.includes(column)).length]
    }),
  )
  const inUse = shapes.filter(({ name, columns }) => columns.length === covered.get(name))
  return new Map(inUse.map(({ name, id }) => [`function audit.note_${name.replace('.', '_')}()`, id]))
}

const owned = `nspname = any($1)`
const relation = `n.nspname || '.' || c.relname`

const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace and ${owned}`

/** Settings that the server gives to each session of ours, and that change what our triggers and functions do. */
const dangerous = [
  'session_replication_role',
  'search_path',
  'role',
  'row_security',
  'session_preload_libraries',
  'local_preload_libraries',
  'check_function_bodies',
]

/** PostgreSQL 15 names the table of each column where 16 does not: the text without such names, and the columns beside it. */
const unqualified = (text: string) =>
  `regexp_replace(regexp_replace(${text}, '[a-z_][a-z0-9_]*[.]', '', 'g'), '\\s+', ' ', 'g')`
const columnsOfView = `
  select coalesce(string_agg(pg_describe_object(refclassid, refobjid, refobjsubid), ', ' order by pg_describe_object(refclassid, refobjid, refobjsubid)), '')
  from pg_rewrite r join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
  where r.ev_class = c.oid and d.refobjid <> c.oid`

const catalogSql = `
  select 'schema ' || nspname as name, '' as definition, false as optional from pg_namespace where ${owned}
  union all
  select 'table ' || ${relation}, concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity), false
  from ${tables} where relkind in ('r', 'p', 'f', 'm', 'S')
  union all
  select format('column %s.%s', ${relation}, attname), concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
    pg_get_expr(adbin, adrelid)), false
  from ${tables} join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum where relkind in ('r', 'p', 'f', 'm')
  union all
  select format('constraint %s of %s', conname, ${relation}), pg_get_constraintdef(k.oid) || convalidated, false
  from ${tables} join pg_constraint k on conrelid = c.oid and contype in ('p', 'u', 'c', 'f', 'x')
  union all
  select format('index %s.%s', n.nspname, i.relname), pg_get_indexdef(indexrelid) || indisvalid || indisready,
    not indisunique and indexprs is null and indpred is null
  from ${tables} join pg_index x on indrelid = c.oid join pg_class i on i.oid = indexrelid
  union all
  select format('trigger %s of %s', tgname, ${relation}), pg_get_triggerdef(t.oid) || tgenabled::text, false
  from ${tables} join pg_trigger t on tgrelid = c.oid and not tgisinternal
  union all
  select format('the triggers of constraint %s of %s, which are switched off', conname, ${relation}), '', false
  from ${tables} join pg_trigger t on tgrelid = c.oid and tgisinternal and tgenabled <> 'O' join pg_constraint k on k.oid = tgconstraint
  union all
  select 'view ' || ${relation}, ${unqualified('pg_get_viewdef(c.oid)')} || coalesce(reloptions::text, '') || (${columnsOfView}), false from ${tables} where relkind = 'v'
  union all
  select format('rule %s of %s', rulename, ${relation}), pg_get_ruledef(r.oid) || ev_enabled::text, false
  from ${tables} join pg_rewrite r on ev_class = c.oid and rulename <> '_RETURN'
  union all
  select format('policy %s of %s', polname, ${relation}), '', false from ${tables} join pg_policy on polrelid = c.oid
  union all
  select 'function ' || format('%s.%s(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)),
    concat_ws(' ', prokind, lanname, prosecdef, proleakproof, proisstrict, provolatile, proparallel, proconfig,
      pg_get_function_result(p.oid), pg_get_function_arguments(p.oid), ${unqualified('pg_get_function_sqlbody(p.oid)')}, prosrc), false
  from pg_proc p join pg_namespace n on n.oid = pronamespace and ${owned} join pg_language l on l.oid = prolang
  union all
  select format('function pg_catalog.%s', proname), '', false from pg_proc p
  where pronamespace = 'pg_catalog'::regnamespace and p.oid >= 16384
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select 'type ' || format_type(t.oid, null), coalesce(
    (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = t.oid),
    (select string_agg(pg_get_constraintdef(k.oid), ' ' order by conname) from pg_constraint k where contypid = t.oid), typtype::text), false
  from pg_type t join pg_namespace n on n.oid = typnamespace and ${owned} left join pg_class c on c.oid = typrelid
  where typtype in ('e', 'd', 'r') or typtype = 'c' and c.relkind = 'c'
  union all
  -- What others than the owner may do. Roles that may only read are the operator's affair.
  select name, grantable, optional from (
    select format('grant of %s on %s to %s', lower(privilege_type), on_what, case grantee when 0 then 'public' else pg_get_userbyid(grantee) end) as name,
      is_grantable::text as grantable,
      grantee <> 0 and pg_get_userbyid(grantee) <> 'specie_app' and privilege_type in ('SELECT', 'USAGE') as optional
    from (
      select 'schema ' || nspname as on_what, nspowner as owner, nspacl as acl from pg_namespace where ${owned}
      union all
      select ${relation}, relowner, relacl from ${tables} where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all
      select format('%s.%s', ${relation}, attname), relowner, attacl from ${tables} join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
      union all
      select format('%s.%s(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)), proowner, coalesce(proacl, acldefault('f', proowner))
      from pg_proc p join pg_namespace n on n.oid = pronamespace and ${owned}
    ) held cross join lateral aclexplode(acl) where grantee <> owner
  ) granted
  union all
  select format('setting %s of %s', split_part(setting, '=', 1), coalesce(nullif(setrole, 0)::regrole::text, 'everybody')), setting, false
  from pg_db_role_setting cross join lateral unnest(setconfig) setting
  where setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and (setrole = 0 or setrole = 'specie_app'::regrole or setrole = session_user::regrole)
    and (split_part(setting, '=', 1) in (${dangerous.map((name) => `'${name}'`).join(', ')}) or setting like 'specie.%')
  union all
  select format('right of specie_app: %s', attribute), '', false
  from pg_roles, unnest(array[rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls],
    array['superuser', 'create roles', 'create databases', 'replication', 'go past row security']) has (it, attribute)
  where rolname = 'specie_app' and it
  union all
  select format('membership of specie_app in %s', roleid::regrole), '', false from pg_auth_members where member = 'specie_app'::regrole
  order by 1`
