import { mapLimited } from '@specie/program/map-limited.ts'
import type { Db, Tx } from '@specie/service/base/database/db.ts'
import { copiedOnly, firsts, own, small } from './tables.ts'

// A database after years of use: each growing table is filled with copies of finished rows of a walk.

type Column = { name: string; type: string; unique: boolean; generated: boolean }

/** Fills every growing table and returns their names. Two at a time: a test machine has two cores. */
export async function fill(owner: Db, rows: number): Promise<string[]> {
  const growing = (await tablesOf(owner)).filter((name) => !(name in small))
  await mapLimited(growing, 2, async (table) => {
    await owner.tx((tx) => fillOne(tx, table, rows))
    await owner.query(`vacuum (analyze) ${table}`)
  })
  return growing
}

export async function tablesOf(owner: Db): Promise<string[]> {
  const rows = await owner.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_|^information_schema$|^public$' order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function fillOne(tx: Tx, table: string, rows: number): Promise<void> {
  // Neither triggers nor foreign keys: these rows have no effect.
  await tx.query(`set local session_replication_role = replica`)
  await tx.query(`set local synchronous_commit = off`)
  await tx.query(`set local maintenance_work_mem = '128MB'`)
  // Indexes are built at the end, from sorted rows: half the time.
  await tx.query(`update pg_index set indisready = false where indrelid = $1::regclass`, [table])
  const which = copiedOnly[table] ?? 'true'
  const [found] = await tx.query<{ many: bigint }>(`select count(*) as many from ${table} where ${which}`)
  if (found!.many === 0n && !(table in firsts)) throw new Error(`${table} has no row to copy: give it a first one`)
  if (found!.many === 0n) await tx.query(`insert into ${table} ${firsts[table]}`)
  const templates = Math.max(1, Math.min(Number(found!.many), 20))
  const columns = (await columnsOf(tx, table)).filter(({ generated }) => !generated)
  const names = columns.map(({ name }) => name).join(', ')
  const values = columns.map((column) => own[table]?.[column.name] ?? copied(column)).join(', ')
  await tx.query(
    `with templates as (select *, row_number() over () - 1 as template from (select * from ${table} where ${which} limit ${templates}) found)
     insert into ${table} (${names}) overriding system value
     select ${values} from templates t join generate_series(1, ${rows}) n on n % ${templates} = t.template`,
  )
  await tx.query(`reindex table ${table}`)
  // This session's statistics are reported now, and not while others are watched.
  await tx.query('select pg_stat_force_next_flush()')
}

/**
 * More than a week old, one each minute. Of an institution’s rows one in a hundred stays with it. Each row keeps its unique
 * values.
 */
function copied({ name, type, unique }: Column): string {
  const column = `t.${name}`
  const unlessNull = (value: string) => `case when ${column} is null then null else ${value} end`
  if (name === 'institution_id' && !unique)
    return unlessNull(`case when n % 100 = 0 then ${column} else md5((n % 997)::text)::uuid end`)
  if (type === 'uuid') return unlessNull('gen_random_uuid()')
  if (type === 'timestamp with time zone') return `${column} - interval '7 days' - n * interval '1 minute'`
  if (type === 'date') return `${column} - 7 - n / 1440`
  if (!unique) return column
  if (type === 'text') return unlessNull(`${column} || '-' || n`)
  if (type === 'bytea') return unlessNull(`sha256((${column}::text || n)::bytea)`)
  // Sequences stay below their next values.
  if (/^(id|seq)$|_id$/.test(name)) return unlessNull('-n')
  if (['integer', 'bigint', 'numeric'].includes(type)) return unlessNull('1000000 + n')
  return column
}

type Index = { columns: string[]; types: string[]; partial: boolean }

async function columnsOf(tx: Tx, table: string): Promise<Column[]> {
  const indexes = await tx.query<Index>(
    `select array_agg(a.attname::text order by k.place) as columns, i.indpred is not null as partial,
       array_agg(format_type(a.atttypid, null) order by k.place) as types
     from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisunique group by i.indexrelid, i.indpred`,
    [table],
  )
  const apart = new Set(indexes.flatMap(apartIn))
  const columns = await tx.query<Omit<Column, 'unique'>>(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.attgenerated <> '' as generated
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  )
  return columns.map((column) => ({ ...column, unique: apart.has(column.name) }))
}

/** The column in which the copies of a row differ in this index: a number, else the last text. Ids are random anyway. */
function apartIn({ columns, types, partial }: Index): string[] {
  const named = columns.map((name, i) => ({ name, type: types[i]! }))
  if (named.some(({ name, type }) => type === 'uuid' && name !== 'institution_id')) return []
  if (partial && types.every((type) => type === 'text')) return []
  const isNumber = ({ type }: { type: string }) => ['integer', 'bigint', 'numeric'].includes(type)
  const one =
    named.findLast(isNumber) ?? named.findLast(({ type }) => type === 'text' || type === 'bytea') ?? named.at(-1)!
  return [one.name]
}
