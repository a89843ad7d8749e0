import type { Sql } from '../../base/database/db.ts'

// Every object in the database that PostgreSQL did not create itself, in every catalog, including those of later versions.
// Objects outside ours.ts and rights.ts are named from here. Such an object can change ours from another schema. A cascade
// from a table elsewhere runs its triggers in our sessions; event triggers and casts apply everywhere.

/** The lowest oid of objects created after PostgreSQL's own. */
const firstOid = 16_384

/** Catalogs without influence on the service, and those checked elsewhere. */
const leftOut = [
  'pg_default_acl', // rights.ts
  'pg_enum', // with its type
  'pg_largeobject_metadata',
  'pg_publication',
  'pg_publication_namespace',
  'pg_publication_rel',
  'pg_statistic_ext',
  'pg_user_mapping', // closed to us; its server is named
]

/** Read-only extensions, which operators may install. */
const lookingExtensions = [
  'amcheck',
  'pageinspect',
  'pg_buffercache',
  'pg_stat_statements',
  'pg_visibility',
  'pgstattuple',
]

export type Other = { readonly name: string; readonly object: string }

export async function otherObjects(sql: Sql, schemas: readonly string[]): Promise<Other[]> {
  const catalogs = await sql.query<{ name: string }>(
    `select relname as name from pg_class c join pg_attribute on attrelid = c.oid and attname = 'oid'
     where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and not relisshared and relname <> all($1)`,
    [leftOut],
  )
  const each = catalogs.map(
    ({ name }) =>
      `select '${name}'::regclass as catalog, '${name}/' || oid as object, oid from ${name} where oid >= ${firstOid}`,
  )
  return sql.query<Other>(othersIn(each.join(' union all ')), [schemas, lookingExtensions])
}

/** Dependent objects, such as the row type of a table, are not named separately. */
const isPart = `exists (select from pg_depend d where d.classid = catalog and d.objid = o.oid and d.objsubid = 0 and d.deptype in ('i', 'I', 'P', 'S'))`

/** Constraints that repeat the column's definition: PostgreSQL 18 has them, 15 does not. */
const isNotNull = `catalog = 'pg_constraint'::regclass and o.oid in (select oid from pg_constraint where contype = 'n')`

/** Storage of long values belongs to its table; temporary tables are visible in their own session only. */
const isApart = `
  schema = 'pg_toast' or schema ~ '^pg_(toast_)?temp(_[0-9]+)?$' or catalog = 'pg_namespace'::regclass and identity ~ '^pg_(toast_)?temp(_[0-9]+)?$'
  or catalog in ('pg_constraint'::regclass, 'pg_trigger'::regclass, 'pg_rewrite'::regclass, 'pg_attrdef'::regclass, 'pg_policy'::regclass)
    and exists (select from pg_depend d join pg_class t on t.oid = d.refobjid and t.relpersistence = 't'
      where d.classid = catalog and d.objid = o.oid and d.refclassid = 'pg_class'::regclass)`

const isToLook = `
  catalog = 'pg_extension'::regclass and o.oid in (select oid from pg_extension where extname = any($2))
  or catalog in ('pg_proc'::regclass, 'pg_type'::regclass, 'pg_class'::regclass) and schema <> 'pg_catalog' and schema <> all($1)
    and exists (select from pg_depend d join pg_extension e on e.oid = d.refobjid and extname = any($2)
      where d.classid = catalog and d.objid = o.oid and d.deptype = 'e')`

const othersIn = (all: string): string => `
  select coalesce(type || ' ' || identity, object) as name, object
  from (${all}) o cross join lateral pg_identify_object(catalog, o.oid, 0)
  where not ${isPart} and not (${isNotNull}) and not coalesce((${isApart}), false) and not coalesce((${isToLook}), false)
  order by 1`
