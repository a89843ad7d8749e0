import type { Tx } from '@specie/service/base/database/db.ts'

// Changes of a row that a superuser can make past all triggers. Each is tried on real rows and undone.

export type Column = { table: string; name: string; type: string; words: string[] }

/** Every column of these tables, with the values of its check constraint. */
export function columnsOf(tx: Tx, tables: readonly string[]): Promise<Column[]> {
  return tx.query<Column>(
    `select n.nspname || '.' || c.relname as table, a.attname::text as name, format_type(a.atttypid, null) as type,
       coalesce((select array_agg(distinct word[1]) from pg_constraint k,
           regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') word
         where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey) and cardinality(k.conkey) = 1), '{}') as words
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relkind = 'r' and n.nspname || '.' || c.relname = any($1)
     order by 1, a.attnum`,
    [tables],
  )
}

const byType: { readonly [type: string]: readonly string[] } = {
  numeric: ['coalesce(V, 0) + 1', 'V + 10000', 'V - 1', 'V * 2'],
  bigint: ['coalesce(V, 0) + 1', 'V + 1000000'],
  integer: ['coalesce(V, 0) + 1', 'V + 1000000'],
  smallint: ['coalesce(V, 0) + 1', 'V - 1'],
  'timestamp with time zone': [`coalesce(V, now()) + interval '1 day'`, `V - interval '1 day'`],
  date: ['coalesce(V, current_date) + 1'],
  boolean: ['not V'],
  uuid: ['gen_random_uuid()'],
  jsonb: [
    `case jsonb_typeof(V) when 'object' then V || '{"forged":"1"}' when 'array' then V || '["forged"]' else '{"forged":"1"}' end`,
  ],
  bytea: [`coalesce(V, '') || '\\x00'`],
  'text[]': [`array_append(V, 'forged')`],
  'cidr[]': [`array_append(V, '10.0.0.0/8')`],
  xid8: [`'1'::xid8`],
}

/** SQL of other values of a column, the likeliest first. */
export function forgeries({ table, name, type, words }: Column): string[] {
  const column = `"${name}"`
  const other = `(select ${column} from ${table} o where o.${column} is distinct from t.${column} and o.${column} is not null limit 1)`
  const known = words.map((word) => `'${word}'`)
  const written = (byType[type] ?? [`coalesce(V, '') || 'x'`, `V || '0'`, 'upper(reverse(V))']).map((sql) =>
    sql.replaceAll('V', `t.${column}`),
  )
  return [...(type === 'text' || type === 'uuid' ? [other] : []), ...known, ...written]
}
