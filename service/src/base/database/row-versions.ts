import type { Tx } from './db.ts'

// Tables whose rows are kept account of: after each change the database notes a hash of the row (audit.version), so that
// `specie check` sees what was changed past it. A new table is a row here, or in `unkept` with the reason.

type Kept = {
  /** The primary key. */
  readonly key: readonly string[]
  /** Columns that say nothing of money and change all the time. */
  readonly but?: readonly string[]
  /** SQL over the key `noted.id` that says of a row that is gone whether it was right to go: see retention.ts. */
  readonly mayGo?: string
}

const byId: Kept = { key: ['id'] }
const withNews: Kept = { key: ['id'], but: ['unread'] }

export const versionedTables: { readonly [table: string]: Kept } = {
  'banking.alias': { key: ['account', 'bankref'] },
  'banking.bank_account': { key: ['iban'] },
  'banking.bank_case': byId,
  'banking.entry': byId,
  'banking.expected': { key: ['reference'] },
  'banking.file': { key: ['sha256'] },
  // Its content is compared with its hash.
  'banking.hand_file': { key: ['sha256'], but: ['content'] },
  'banking.hand_line': byId,
  'banking.message': byId,
  'banking.payment_order': { key: ['id'], but: ['asked_at'] },
  'banking.payout': withNews,
  'banking.reference': { key: ['institution_id', 'currency'] },
  'banking.sender': { key: ['account'] },
  'banking.unclear_line': byId,
  'banking.wire': byId,
  'chains.attempt': { key: ['chain', 'hash'] },
  'chains.carried': { key: ['operation_id', 'transaction_id'] },
  'chains.contract': { key: ['chain', 'asset'] },
  'chains.deposit_address': { key: ['family', 'index'] },
  'chains.halt': byId,
  'chains.movement': withNews,
  'chains.operation': withNews,
  'chains.token_account': { key: ['address'] },
  'chains.transaction': { key: ['id'], but: ['sent_at'] },
  'chains.wallet': { key: ['chain', 'key'], but: ['next_nonce'] },
  'compliance.hold': byId,
  'compliance.listed': { key: ['name', 'list'] },
  'compliance.part': byId,
  'institutions.address': byId,
  'institutions.agreement': byId,
  'institutions.api_key': byId,
  'institutions.institution': byId,
  'institutions.kyb_case': byId,
  'issuance.conversion': byId,
  'issuance.conversion_leg': byId,
  'issuance.mint': byId,
  'issuance.redemption': byId,
  'rails.payment': byId,
  'rails.rail': byId,
  'rails.statement': { key: ['provider', 'currency', 'day'] },
  'rails.statement_entry': { key: ['source', 'kind'] },
  'trading.conversion': byId,
  'trading.execution': byId,
  'trading.pair': { key: ['symbol'] },
  'trading.quote': {
    key: ['id'],
    mayGo: `noted.id::uuid < (select work.first_id(before) from work.horizon where name = 'trading.quote')`,
  },
  'trading.venue': { key: ['name'] },
  'transfers.bank_account': byId,
  'transfers.deposit': byId,
  'transfers.statement': byId,
  'transfers.unreferenced': { key: ['payout_id'] },
  'transfers.withdrawal': byId,
  'work.intent': { key: ['key'] },
  'work.request': {
    key: ['institution_id', 'clreqid'],
    mayGo: `exists (select from work.used_id u
      where (u.institution_id::text, u.clreqid) = (split_part(noted.id, '/', 1), split_part(noted.id, '/', 2)))`,
  },
}

const without = (columns: readonly string[]): string => `'{${columns.join(',')}}'::text[]`

/** The hash of a row, some columns left out. The session's time zone must be UTC: dates are hashed as they are written. */
export const hashOf = (row: string, but: readonly string[]): string =>
  `sha256(convert_to((to_jsonb(${row}) - ${without(but)})::text, 'UTF8'))`

/** The key of a row as audit.version has it. */
export const keyOf = (row: string, key: readonly string[]): string =>
  `concat_ws('/', ${key.map((column) => `${row}.${column}`).join(', ')})`

/** Puts the triggers on every kept table, in the shape that it has now; rows that are there already get a version. */
export async function syncRowVersions(tx: Tx): Promise<void> {
  await tx.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'`)
  for (const [table, each] of Object.entries(versionedTables)) {
    const shape = await shapeOf(tx, table, each)
    await tx.query(triggersOf(table, each, shape))
    const isNew = `not exists (select from audit.version where name = '${table}')`
    await tx.query(`${noted(table, each, shape, `'migration'`)} from ${table} fresh where ${isNew}`)
  }
}

/** All that is put on the tables, whatever shape they have: when it changes, databases of before get it anew. */
export const rowVersionsText = (): string[] =>
  Object.entries(versionedTables).map(([table, each]) => triggersOf(table, each, 0))

/** Which columns are hashed from now on. */
async function shapeOf(tx: Tx, table: string, { but = [] }: Kept): Promise<number> {
  const [schema, name] = table.split('.')
  const [row] = await tx.query<{ id: number }>(
    `with now as (
       select array_agg(column_name::text order by column_name) as columns from information_schema.columns
       where table_schema = $1 and table_name = $2 and column_name <> all($3)
     ), added as (
       insert into audit.shape (name, columns) select $4, columns from now on conflict do nothing returning id
     )
     select id from added union all select s.id from audit.shape s, now where s.name = $4 and s.columns = now.columns`,
    [schema, name, but, table],
  )
  return row!.id
}

const noted = (table: string, { key, but = [] }: Kept, shape: number, role: string): string =>
  `insert into audit.version (name, id, shape, hash, role)
   select '${table}', ${keyOf('fresh', key)}, ${shape}, ${hashOf('fresh', but)}, ${role}`

/**
 * A session plans this for the first change that it makes, of one row or of none, and keeps the plan. Rows are compared by a
 * hash and not each with each: in the old way a change of 4,000 rows took twelve seconds.
 */
function triggersOf(table: string, each: Kept, shape: number): string {
  const { key, but = [] } = each
  const name = `audit.note_${table.replace('.', '_')}`
  const note = noted(table, each, shape, `current_setting('role')`)
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
          where (to_jsonb(stale) - ${without(but)}) is distinct from (to_jsonb(fresh) - ${without(but)});
      end if;
      return null;
    end $note$;
    revoke all on function ${name}() from public;
    create or replace trigger keep_insert after insert on ${table}
      referencing new table as fresh for each statement execute function ${name}();
    create or replace trigger keep_update after update on ${table}
      referencing new table as fresh old table as stale for each statement execute function ${name}()`
}
