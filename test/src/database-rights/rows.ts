import type { Db, Tx } from '@specie/service/base/database/db.ts'

// Rows inserted by a test, past the rules that would refuse them, so that one rule can be tested alone.

/** Returns the result of `work`; all of its changes are undone. */
export async function undone<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const rollback = new Error('undone')
  const found = Promise.withResolvers<T>()
  await db
    .tx(async (tx) => {
      found.resolve(await work(tx))
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return found.promise
}

export const wentThrough = 'it went through'

/** The error of the attempt; undone in any case. */
export async function errorOf(tx: Tx, attempt: () => Promise<unknown>): Promise<string> {
  await tx.query('savepoint attempt')
  const answer = await attempt().then(
    () => wentThrough,
    (error: Error) => error.message,
  )
  await tx.query('rollback to savepoint attempt')
  return answer
}

/** Until the transaction ends, these tables apply only triggers that call `guard`, and unique keys. */
export async function guardedBy(tx: Tx, guard: string | readonly string[] | null, ...tables: string[]): Promise<void> {
  const rules = await tx.query<{ statement: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as statement from pg_trigger
     where tgrelid = any ($1::text[]::regclass[]) and not tgisinternal and tgfoid <> all ($2::text[]::regproc[])
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
     where conrelid = any ($1::text[]::regclass[]) and contype in ('c', 'f')`,
    [tables, [guard ?? []].flat()],
  )
  for (const { statement } of rules) await tx.query(statement)
}

/** A row of a table of `guardedBy`, past all its triggers. */
export async function put(tx: Tx, table: string, values: Record<string, unknown>): Promise<void> {
  await tx.query('set local session_replication_role = replica')
  await insert(tx, table, values)
  await tx.query('set local session_replication_role = origin')
}

/** A row; required columns without a value get one. */
export async function insert(tx: Tx, table: string, values: Record<string, unknown>): Promise<void> {
  const columns = await tx.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''
       and attname <> all ($2)`,
    [table, Object.keys(values)],
  )
  const names = [...Object.keys(values), ...columns.map(({ name }) => name)].map((name) => `"${name}"`)
  const given = Object.keys(values).map((_, n) => `$${n + 1}`)
  const some = columns.map(({ type }) => something(type))
  await tx.query(
    `insert into ${table} (${names.join(', ')}) overriding system value values (${[...given, ...some].join(', ')})`,
    Object.values(values),
  )
}

/** Whether the transaction has this advisory lock: another session waits for it until the end. */
export async function lockOn(tx: Tx, name: string): Promise<'none' | 'shared' | 'exclusive'> {
  const locks = await tx.query<{ mode: string }>(
    `select mode from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted
       and (classid::bigint << 32) + objid::bigint = hashtextextended($1, 0)`,
    [name],
  )
  if (locks.length === 0) return 'none'
  return locks.some(({ mode }) => mode === 'ExclusiveLock') ? 'exclusive' : 'shared'
}

let numbers = 0

function something(type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return 'false'
  if (type === 'inet') return `'127.0.0.1'`
  if (type === 'jsonb') return `'{}'`
  if (type === 'bytea') return 'uuid_send(gen_random_uuid())'
  if (type === 'date') return `date '2000-01-01' + ${(numbers += 1)}`
  if (type.startsWith('timestamp')) return `now() - interval '${(numbers += 1)} s'`
  return /^(numeric|bigint|integer|smallint)/.test(type) ? String((numbers += 1)) : 'gen_random_uuid()::text'
}
