import type { Sql } from '@specie/service/base/database/db.ts'

// The objects of a migrated database: functions, triggers, checks, keys, and rights.

export type Catalog = {
  functions: { name: string; signature: string; language: string; definition: string; body: string; open: boolean }[]
  triggers: { table: string; name: string; definition: string }[]
  /** Checks and keys that a mutant may remove; not primary keys, which others depend on. */
  constraints: { table: string; name: string; definition: string; check: boolean }[]
  indexes: { table: string; name: string; definition: string }[]
  /** Rights that the service's role does not have. */
  lacks: { table: string; right: string }[]
}

const ours = `n.nspname !~ '^(pg_|information_schema$|public$)'`

export async function readCatalog(sql: Sql): Promise<Catalog> {
  return {
    functions: await sql.query(`select n.nspname || '.' || p.proname as name, p.oid::regprocedure::text as signature,
        l.lanname as language, pg_get_functiondef(p.oid) as definition, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body,
        has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
      where ${ours} and p.prokind = 'f' and not exists (
        select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 2`),
    triggers: await sql.query(`select t.tgrelid::regclass::text as table, t.tgname as name,
        pg_get_triggerdef(t.oid) as definition
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and not t.tgisinternal order by 1, 2`),
    constraints: await sql.query(`select k.conrelid::regclass::text as table, k.conname as name,
        pg_get_constraintdef(k.oid) as definition, k.contype = 'c' as check
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and (k.contype = 'c' or k.contype = 'u' and not exists (
        select from pg_constraint f where f.contype = 'f' and f.conindid = k.conindid)) order by 1, 2`),
    indexes: await sql.query(`select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
        pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      order by 1, 2`),
    lacks: await sql.query(`select c.oid::regclass::text as table, act as right
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        unnest(array['insert', 'update', 'delete', 'truncate']) act
      where ${ours} and c.relkind in ('r', 'p') and not has_table_privilege('specie_app', c.oid, act) order by 1, 2`),
  }
}
