import type { Tx } from '../database/db.ts'

// Tables with row versions: after each change the database records a hash of the row (audit.version), so that
// `specie check` detects changes that bypassed the service. Each room lists its own in its versioned-tables.ts. A new table
// gets a row there, or in test/src/check/kept.test.ts with the reason why not.

type Versioning = {
  /** The primary key. */
  readonly key: readonly string[]
  /** Columns that change often and do not concern money. */
  readonly excluded?: readonly string[]
  /** SQL over the key `noted.id`: whether a missing row was deleted legitimately, see database/retention.ts. */
  readonly mayBeDeleted?: string
}

export type VersionedTables = { readonly [table: string]: Versioning }

export const byId: Versioning = { key: ['id'] }
export const withUnread: Versioning = { key: ['id'], excluded: ['unread'] }

/** For `mayBeDeleted`: rows of this table are deleted up to its horizon. */
export const beforeHorizon = (table: string): string =>
  `noted.id::uuid < (select work.first_id(before) from work.horizon where name = '${table}')`

const textArray = (columns: readonly string[]): string => `'{${columns.join(',')}}'::text[]`

/** The hash of a row without some columns. The session's time zone must be UTC: dates are hashed as text. */
export const hashOf = (row: string, excluded: readonly string[]): string =>
  `sha256(convert_to((to_jsonb(${row}) - ${textArray(excluded)})::text, 'UTF8'))`

/** The key of a row as stored in audit.version. */
export const keyOf = (row: string, key: readonly string[]): string =>
  `concat_ws('/', ${key.map((column) => `${row}.${column}`).join(', ')})`

/**
 * Creates the triggers of every versioned table for its current columns. Existing rows of a new table get a first version.
 * After migrations, so do the rows that they wrote, and the rows whose last version covers a column that is gone.
 */
export async function syncRowVersions(tx: Tx, tables: VersionedTables, migrated: boolean): Promise<void> {
  await tx.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'`)
  for (const [table, versioning] of Object.entries(tables)) {
    const shape = await shapeOf(tx, table, versioning)
    await tx.query(triggersOf(table, versioning, shape))
    const isNew = `not exists (select from audit.version where name = '${table}')`
    const isDue = migrated ? `${isNew} or ${migratedRow(table, versioning, shape)}` : isNew
    await tx.query(`${insertVersions(table, versioning, shape, `'migration'`)} from ${table} fresh where ${isDue}`)
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

const insertVersions = (table: string, { key, excluded = [] }: Versioning, shape: number, role: string): string =>
  `insert into audit.version (name, id, shape, hash, role)
   select '${table}', ${keyOf('fresh', key)}, ${shape}, ${hashOf('fresh', excluded)}, ${role}`

/**
 * A session plans this at its first change, of one row or of none, and keeps the plan. A hash join is forced: with a
 * nested loop a change of 4,000 rows took twelve seconds.
 */
function triggersOf(table: string, versioning: Versioning, shape: number): string {
  const { key, excluded = [] } = versioning
  const name = `audit.note_${table.replace('.', '_')}`
  const note = insertVersions(table, versioning, shape, `current_setting('role')`)
  const same = key.map((column) => `fresh.${column} = stale.${column}`).join(' and ')
  return `
    create or replace function ${name}() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp
      set timezone = 'UTC' set datestyle = 'ISO, YMD' set enable_nestloop = off as $note$
    begin
      if tg_op = 'INSERT' then
        ${note} from fresh;
      else
        ${note} from fresh left join stale on ${same}
          where (to_jsonb(stale) - ${textArray(excluded)}) is distinct from (to_jsonb(fresh) - ${textArray(excluded)});
      end if;
      return null;
    end $note$;
    revoke all on function ${name}() from public;
    create or replace trigger keep_insert after insert on ${table}
      referencing new table as fresh for each statement execute function ${name}();
    create or replace trigger keep_update after update on ${table}
      referencing new table as fresh old table as stale for each statement execute function ${name}()`
}
