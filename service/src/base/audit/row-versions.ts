import type { Tx } from '../database/db.ts'
import { sessionSql, versionMark } from '../database/trace-key.ts'

// Tables with row versions. After each change the database records a hash of the row (audit.version), so that `specie
// check` detects changes that bypassed the service. A version also holds the hash of the row before the change: the
// versions of a row form a chain. Its mark shows that the service wrote it (trace-key.ts). Each `room.ts` lists its
// tables under `tables`, or under `unversioned` with the reason.

type Versioning = {
  /** The primary key. */
  readonly key: readonly string[]
  /** Columns that change often and do not concern money. */
  readonly excluded?: readonly string[]
  /** Columns that the service itself may not read (bytea). The hash is hashed again, and the check reads the result. */
  readonly secret?: readonly string[]
  /** The service deletes rows of this table, and each deletion leaves a version without a hash. */
  readonly deletable?: true
  /** Columns that never change after the insert: the key always, and the columns listed here. */
  readonly fixed?: readonly string[]
  /** `specie migrate` writes the table. Where it has no TRACE_KEY, its versions have no mark, like manual changes. */
  readonly byOwner?: true
  /** SQL over the key `noted.id`: whether a missing row was deleted legitimately, see jobs/retention.ts. */
  readonly mayBeDeleted?: string
}

export type VersionedTables = { readonly [table: string]: Versioning }

export const byId: Versioning = { key: ['id'] }
export const withUnread: Versioning = { key: ['id'], excluded: ['unread'] }

/** For `mayBeDeleted`: rows of this table are deleted up to its horizon. */
export const beforeHorizon = (table: string): string =>
  `noted.id::uuid < (select work.first_id(before) from work.horizon where name = '${table}')`

const textArray = (columns: readonly string[]): string => `'{${columns.join(',')}}'::text[]`

/** The hashed content of a row, as jsonb. The session's time zone must be UTC. Dates are hashed as text. */
const contentOf = (row: string, { excluded = [], secret = [] }: Versioning): string => {
  const hidden = secret.map((column) => `'${column}', encode(sha256(${row}.${column}), 'hex')`).join(', ')
  return `(to_jsonb(${row}) - ${textArray(excluded)}${secret.length > 0 ? ` || jsonb_build_object(${hidden})` : ''})`
}

const hashOf = (content: string): string => `sha256(convert_to(${content}::text, 'UTF8'))`

/** The key of a row as stored in audit.version. */
const keyOf = (row: string, key: readonly string[]): string =>
  `concat_ws('/', ${key.map((column) => `${row}.${column}`).join(', ')})`

const named = (prefix: string, table: string): string => `audit.${prefix}_${table.replace('.', '_')}`

/** SQL of the rows of a table as the service may read them: (id, content). */
export const liveRows = (table: string, versioning: Versioning): string =>
  versioning.secret
    ? `${named('read', table)}()`
    : `(select ${keyOf('t', versioning.key)} as id, ${contentOf('t', versioning)} as content from ${table} t)`

/** SQL of the hash of a content without the columns that are not in a shape. */
export const hashWithout = (content: string, skipped: readonly string[]): string =>
  hashOf(`(${content} - ${textArray(skipped)})`)

/**
 * Creates the triggers of every versioned table for its current columns. Existing rows of a new table get a first
 * version, and all rows get a first version with a mark. After migrations, the rows that they wrote get a new version
 * too, and so do rows whose last version covers a dropped column.
 */
export async function syncRowVersions(tx: Tx, tables: VersionedTables, migrated: boolean): Promise<void> {
  await tx.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'`)
  for (const [table, versioning] of Object.entries(tables)) {
    const shape = await shapeOf(tx, table, versioning)
    await tx.query(triggersOf(table, versioning, shape))
    const isNew = `not exists (select from audit.version where name = '${table}' and (mark is not null or ${sessionSql} is null))`
    const isDue = migrated ? `${isNew} or ${migratedRow(table, versioning, shape)}` : isNew
    await tx.query(
      insertVersions(table, versioning, shape, {
        role: `'migration'`,
        was: 'null',
        from: `${table} fresh where ${isDue}`,
      }),
    )
  }
}

const migratedRow = (table: string, { key }: Versioning, shape: number): string => `
  fresh.xmin = pg_current_xact_id()::xid
  or not (select old.columns <@ now.columns
    from audit.version v join audit.shape old on old.id = v.shape join audit.shape now on now.id = ${shape}
    where v.name = '${table}' and v.id = ${keyOf('fresh', key)} order by v.seq desc limit 1)`

/** The text of all triggers, independent of the tables' columns: when it changes, existing databases are updated. */
export const rowVersionsText = (tables: VersionedTables): string[] =>
  Object.entries(tables).map(([table, versioning]) => triggersOf(table, versioning, 0))

/** The id of the set of columns that is hashed from now on. */
async function shapeOf(tx: Tx, table: string, { excluded = [] }: Versioning): Promise<number> {
  const [schema, name] = table.split('.')
  const [row] = await tx.query<{ id: number }>(
    `with now as (
       select array_agg(column_name::text order by column_name) as columns from information_schema.columns
       where table_schema = $1 and table_name = $2 and column_name <> all($3)
     ), added as (
       insert into audit.shape (name, columns) select $4, columns from now on conflict do nothing returning id
     )
     select id from added union all select s.id from audit.shape s, now where s.name = $4 and s.columns = now.columns`,
    [schema, name, excluded, table],
  )
  return row!.id
}

type Writing = {
  /** SQL of the writer's role. */
  readonly role: string
  /** SQL of the hash before and after the change. */
  readonly was: string
  readonly hash?: string
  /** The changed rows; `fresh`, or the given name, is the row. */
  readonly row?: string
  readonly from: string
}

function insertVersions(table: string, versioning: Versioning, shape: number, writing: Writing): string {
  const { role, was, row = 'fresh', hash = hashOf(contentOf(row, versioning)), from } = writing
  return `insert into audit.version (seq, committed, name, id, shape, was, hash, role, session, mark) overriding system value
     select v.*, ${sessionSql}, ${versionMark} from (
       select nextval('audit.version_seq_seq') as seq, pg_current_xact_id() as committed, '${table}' as name,
         ${keyOf(row, versioning.key)} as id, ${shape} as shape, ${was}::bytea as was, ${hash} as hash, ${role} as role
       from ${from}) v`
}

/**
 * A session plans this at its first change, of one row or of none, and keeps the plan. A hash join is forced: with a
 * nested loop a change of 4,000 rows took twelve seconds.
 */
function triggersOf(table: string, versioning: Versioning, shape: number): string {
  const name = named('note', table)
  const role = `current_setting('role')`
  const was = hashOf(contentOf('stale', versioning))
  const note = (writing: Omit<Writing, 'role'>) => insertVersions(table, versioning, shape, { role, ...writing })
  const columns = (row: string) => versioning.key.map((column) => `${row}.${column}`).join(', ')
  const same = versioning.key.map((column) => `fresh.${column} = stale.${column}`).join(' and ')
  // The old and the new content are computed once for each row, and compared before either is hashed.
  const [before, after] = [contentOf('stale', versioning), contentOf('fresh', versioning)]
  const changed = `(select ${columns('fresh')}, ${before} as before, ${after} as after
      from fresh left join stale on ${same} offset 0) pair where before is distinct from after`
  return `
    create or replace function ${name}() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      set timezone = 'UTC' set datestyle = 'ISO, YMD' set enable_nestloop = off as $note$
    begin
      if tg_op = 'INSERT' then
        ${note({ was: 'null', from: 'fresh' })};
      elsif tg_op = 'UPDATE' then
        ${note({ was: hashOf('before'), hash: hashOf('after'), row: 'pair', from: changed })};
      else
        ${note({ was, hash: `''::bytea`, row: 'stale', from: 'stale' })};
      end if;
      return null;
    end $note$;
    revoke all on function ${name}() from public;
    create or replace trigger keep_insert after insert on ${table}
      referencing new table as fresh for each statement execute function ${name}();
    create or replace trigger keep_update after update on ${table}
      referencing new table as fresh old table as stale for each statement execute function ${name}();
    ${fixedColumns(table, versioning)}
    ${versioning.deletable ? deletionsOf(table, name) : ''}
    ${versioning.secret ? readerOf(table, versioning) : ''}`
}

function fixedColumns(table: string, { key, fixed = [] }: Versioning): string {
  const columns = [...key, ...fixed]
  const side = (row: string) => columns.map((column) => `${row}.${column}`).join(', ')
  return `
    create or replace trigger unchanged before update of ${columns.join(', ')} on ${table} for each row
      when (row(${side('old')}) is distinct from row(${side('new')})) execute function base.never_changes();`
}

const deletionsOf = (table: string, name: string): string => `
    create or replace trigger keep_delete after delete on ${table}
      referencing old table as stale for each statement execute function ${name}();`

const readerOf = (table: string, versioning: Versioning): string => `
    create or replace function ${named('read', table)}() returns table (id text, content jsonb)
      language sql stable security definer set search_path = pg_catalog, pg_temp
      set timezone = 'UTC' set datestyle = 'ISO, YMD' as $read$
      select ${keyOf('t', versioning.key)}, ${contentOf('t', versioning)} from ${table} t
    $read$;
    revoke all on function ${named('read', table)}() from public;
    grant execute on function ${named('read', table)}() to specie_app;`
