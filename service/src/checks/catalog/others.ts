import type { Sql } from '../../base/database/db.ts'

// Everything in the database that PostgreSQL did not bring itself: of every catalog that it has, also of one that a later version adds.
// What ours.ts and rights.ts do not look at is named from here. Such a thing need not be in our schemas to change what ours
// do: a cascade from a table elsewhere runs its triggers in our sessions, an event trigger or a cast runs wherever it is.

/** The lowest number that things get which are made after PostgreSQL has made its own. */
const firstOid = 16_384

/** What changes nothing that we do, and what is looked at elsewhere. */
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

/** Extensions that only look: operators may have them. */
const lookingExtensions = [
  'amcheck',
  'pageinspect',
  'pg_buffercache',
  'pg_stat_statements',
  'pg_visibility',
  'pgstattuple',
]

export type Other = { readonly name: string; readonly thing: string }

export async function otherThings(sql: Sql, schemas: readonly string[]): Promise<Other[]> {
  const catalogs = await sql.query<{ name: string }>(
    `select relname as name from pg_class c join pg_attribute on attrelid = c.oid and attname = 'oid'
     where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and not relisshared and relname <> all($1)`,
    [leftOut],
  )
  const each = catalogs.map(
    ({ name }) =>
      `select '${name}'::regclass as catalog, '${name}/' || oid as thing, oid from ${name} where oid >= ${firstOid}`,
  )
  return sql.query<Other>(othersIn(each.join(' union all ')), [schemas, lookingExtensions])
}

/** What belongs to another thing, as the type of its rows to a table, is not named by itself. */
const isPart = `exists (select from pg_depend d where d.classid = catalog and d.objid = o.oid and d.objsubid = 0 and d.deptype in ('i', 'I', 'P', 'S'))`

/** Constraints that say no more than the column: PostgreSQL 18 has them, 15 has not. */
const isNotNull = `catalog = 'pg_constraint'::regclass and o.oid in (select oid from pg_constraint where contype = 'n')`

/** What is kept apart of long values belongs to its table; temporary tables are seen by their own session alone. */
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
  select coalesce(type || ' ' || identity, thing) as name, thing
  from (${all}) o cross join lateral pg_identify_object(catalog, o.oid, 0)
  where not ${isPart} and not (${isNotNull}) and not coalesce((${isApart}), false) and not coalesce((${isToLook}), false)
  order by 1`
