// SQL of the objects in our schemas, as (name, definition, optional, object): `object` is the row of PostgreSQL's catalog, so
// that others.ts names all objects missing here. It uses only forms that PostgreSQL 15 and later print alike. $1: our
// schemas.

export const owned = `nspname = any($1)`
export const relation = `n.nspname || '.' || c.relname`
export const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace and ${owned}`
export const signature = `format('%s.%s(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid))`

const object = (catalog: string, oid: string) => `'${catalog}/' || ${oid}`

/** A collation other than the default of the database. */
const collation = (oid: string) => `nullif(nullif(${oid}, 0), 100)::regcollation`

const sequence = `(select concat_ws(' ', format_type(seqtypid, null), seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
  from pg_sequence where seqrelid = c.oid)`

export const ourObjects = `
  select 'schema ' || nspname as name, '' as definition, false as optional, ${object('pg_namespace', 'oid')} as object
  from pg_namespace where ${owned}
  union all
  select 'table ' || ${relation}, concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity,
    (select amname from pg_am where oid = relam), ${sequence}), false, ${object('pg_class', 'c.oid')}
  from ${tables} where relkind in ('r', 'p', 'f', 'm', 'S')
  union all
  select format('column %s.%s', ${relation}, attname), concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
    ${collation('attcollation')}, pg_get_expr(adbin, adrelid)), false, ${object('pg_attrdef', 'd.oid')}
  from ${tables} join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  left join pg_attrdef d on adrelid = attrelid and adnum = attnum where relkind in ('r', 'p', 'f', 'm', 'c')
  union all
  select format('constraint %s of %s', conname, ${relation}), pg_get_constraintdef(k.oid) || convalidated, false, ${object('pg_constraint', 'k.oid')}
  from ${tables} join pg_constraint k on conrelid = c.oid and contype in ('p', 'u', 'c', 'f', 'x')
  union all
  select format('index %s.%s', n.nspname, i.relname), pg_get_indexdef(indexrelid) || indisvalid || indisready,
    not indisunique and indexprs is null and indpred is null, ${object('pg_class', 'i.oid')}
  from ${tables} join pg_index x on indrelid = c.oid join pg_class i on i.oid = indexrelid
  union all
  select format('trigger %s of %s', tgname, ${relation}), pg_get_triggerdef(t.oid) || tgenabled::text, false, ${object('pg_trigger', 't.oid')}
  from ${tables} join pg_trigger t on tgrelid = c.oid and not tgisinternal
  union all
  select format('the triggers of constraint %s of %s, which are switched off', conname, ${relation}), '', false, null
  from ${tables} join pg_trigger t on tgrelid = c.oid and tgisinternal and tgenabled <> 'O' join pg_constraint k on k.oid = tgconstraint
  union all
  select 'view ' || ${relation}, concat(reloptions::text, chr(10), pg_get_viewdef(c.oid)), false, ${object('pg_class', 'c.oid')}
  from ${tables} where relkind in ('v', 'm')
  union all
  select format('rule %s of %s', rulename, ${relation}), pg_get_ruledef(r.oid) || ev_enabled::text, false, ${object('pg_rewrite', 'r.oid')}
  from ${tables} join pg_rewrite r on ev_class = c.oid and rulename <> '_RETURN'
  union all
  select format('policy %s of %s', polname, ${relation}), '', false, ${object('pg_policy', 'k.oid')} from ${tables} join pg_policy k on polrelid = c.oid
  union all
  select 'function ' || ${signature},
    concat_ws(' ', prokind, lanname, prosecdef, proleakproof, proisstrict, provolatile, proparallel, proconfig,
      pg_get_function_result(p.oid), pg_get_function_arguments(p.oid), pg_get_function_sqlbody(p.oid), prosrc), false, ${object('pg_proc', 'p.oid')}
  from pg_proc p join pg_namespace n on n.oid = pronamespace and ${owned} join pg_language l on l.oid = prolang
  union all
  select 'type ' || format_type(t.oid, null), concat_ws(' ', typtype, format_type(nullif(typbasetype, 0), typtypmod), typnotnull,
    typdefault, ${collation('typcollation')},
    (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = t.oid),
    (select string_agg(pg_get_constraintdef(k.oid), ' ' order by conname) from pg_constraint k where contypid = t.oid)), false, ${object('pg_type', 't.oid')}
  from pg_type t join pg_namespace n on n.oid = typnamespace and ${owned} left join pg_class c on c.oid = typrelid
  where typtype in ('e', 'd') or typtype = 'c' and c.relkind = 'c'
  union all
  select format('inheritance of %s from %s', inhrelid::regclass, inhparent::regclass), '', false, null from pg_inherits
  where exists (select from ${tables} where c.oid in (inhrelid, inhparent))`
