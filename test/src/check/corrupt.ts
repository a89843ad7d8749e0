import { inconsistentRows } from '@specie/service/checks/row-versions.ts'
import type { Db, Tx } from '@specie/service/base/database/db.ts'
import { rooms } from '@specie/service/rooms.ts'
import { checkBankIn } from '@specie/service/checks/bank-statements.ts'
import { bookRules } from '@specie/service/checks/check.ts'
import { type CheckRow, fullRange, checkRules, type Rule } from '@specie/service/checks/rule.ts'
import { checkAudit, checkStream } from '@specie/service/checks/audit.ts'
import { type Random, sampleOf } from '../seeded-random.ts'
import { type Column, columnsOf, forgeries } from './mutations.ts'

// Forges one value after the other, checks whether `specie check` notices, and undoes it.

export type Outcome = {
  /** The forgery, and its row. */
  what: string
  column: string
  noticed: boolean
  /** The report names the row. */
  named: boolean
  /** Found by comparing rows, journals, bank and chains: even if written through the service. */
  byBooks: boolean
  /** The database itself refuses it, with all triggers off. */
  refused: boolean
}

const sealed: { readonly [table: string]: string } = {
  'ledger.account': 'journals',
  'ledger.journal': 'journals',
  'ledger.entry': 'journals',
  'trading.client_order': 'orders',
  'state.history': 'history',
}
const others = [
  'ledger.asset',
  'ledger.chart',
  'audit.entry',
  'audit.head',
  'audit.seal',
  'audit.signature',
  'audit.version',
  'audit.shape',
]
export const forgedTables: readonly string[] = [...Object.keys(rooms.tables), ...Object.keys(sealed), ...others]

/** Columns that are not forged, and why. */
export const unforged: { readonly [column: string]: string } = {
  ...Object.fromEntries(
    Object.entries(rooms.tables).flatMap(([table, { excluded = [] }]) =>
      excluded.map((column) => [`${table}.${column}`, 'no money: see base/audit/row-versions.ts']),
    ),
  ),
  'ledger.account.id': 'journals are sealed with what an account is, not with its number',
  'ledger.account.shown_until': 'keeps later journals out of a period; their dates are sealed',
  'trading.client_order.committed': 'the order of the feed',
  'state.history.committed': 'the order of the feed',
  'audit.version.was': 'under its mark, see rewrite.ts',
  'audit.version.session': 'under its mark, see rewrite.ts',
  'audit.version.mark': 'under its mark, see rewrite.ts',
  'audit.version.at': 'how long it waits for its seal',
  'audit.signature.deleted': 'the head may not have been signed yet; kept elsewhere it tells',
}

/** All forgeries in each row; in a sample, each once, in one of the rows. */
export async function corrupt(owner: Db, pick: Random): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await undone(owner, async (tx) => {
    await tx.query(
      `set local session_replication_role = replica; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'`,
    )
    for (const [table, columns] of Map.groupBy(await columnsOf(tx, forgedTables), (column) => column.table)) {
      const all = (await someRows(tx, table, columns)).flatMap((ctid) => forgeriesOf(table, columns, ctid))
      for (const forgery of sampleOf(pick, all, ({ name }) => name)) outcomes.push(await attempt(tx, forgery))
    }
  })
  return outcomes
}

/** `name`: a column, or the act on the whole row. The first statement that the database accepts is used. */
type Forgery = { table: string; name: string; ctid: string; statements: readonly string[] }

function forgeriesOf(table: string, columns: readonly Column[], ctid: string): Forgery[] {
  const ofColumns = columns.map((column) => ({ name: column.name, statements: updates(column, ctid) }))
  const ofRow = Object.entries(wholeRow(table, columns, ctid)).map(([name, one]) => ({ name, statements: [one] }))
  return [...ofColumns, ...ofRow]
    .filter(({ name }) => !(`${table}.${name}` in unforged))
    .map((one) => ({ table, ctid, ...one }))
}

export async function undone(owner: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  const undo = new Error('undo')
  await owner
    .tx(async (tx) => {
      await work(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
}

/**
 * Rows with a relevant forgery. An account is opened before its first journal, which may then be refused; a set of columns
 * counts once a version has it.
 */
const telling: { readonly [table: string]: string } = {
  'ledger.account': 'version > 0',
  'audit.shape': 'exists (select from audit.version v where v.shape = audit.shape.id)',
}

/** One of each state or kind; otherwise the last. */
async function someRows(tx: Tx, table: string, columns: readonly Column[]): Promise<string[]> {
  const of = columns.find(({ name }) => ['state', 'status', 'kind', 'stream', 'machine'].includes(name))?.name
  const rows = await tx.query<{ ctid: string }>(
    `select ctid::text from (select ctid, row_number() over (partition by ${of ? `"${of}"` : '1'} order by ctid desc) as n
       from ${table} where ${telling[table] ?? 'true'}) each where n = 1 order by ctid limit ${table in sealed ? 4 : 12}`,
  )
  return rows.map((row) => row.ctid)
}

const keyOf = (table: string): readonly string[] => rooms.tables[table]?.key ?? keys[table] ?? ['id']

/** SQL of a row's key as it reads now. A report names a row whose key is forged, or a copy, by it. */
const keySql = (table: string, row: string): string =>
  `concat_ws('/', ${keyOf(table)
    .map((column) => `${row}"${column}"`)
    .join(', ')})`

const updates = (column: Column, ctid: string): string[] =>
  forgeries(column).map(
    (value) => `update ${column.table} t set "${column.name}" = ${value}
      where ctid = '${ctid}' and (${value}) is distinct from t."${column.name}" returning ${keySql(column.table, 't.')} as name`,
  )

/** Deleted, or duplicated under another key. */
function wholeRow(table: string, columns: readonly Column[], ctid: string): Record<string, string> {
  const list = columns.map(({ name }) => `"${name}"`).join(', ')
  const unique = new Set([
    ...keyOf(table),
    'reference',
    'bankref',
    'source',
    'request_id',
    'spki',
    'value',
    'clordid',
    'label',
    'end_to_end_id',
    'entry_id',
    'message_id',
    'quote_id',
    'seq',
    'txid',
    'address',
    'what',
    'version',
    'first',
    'sequence',
    'token_hash',
    'credential_id',
    'device_hash',
    'user_code',
  ])
  const copied = columns.map((column) =>
    unique.has(column.name)
      ? `coalesce(${forgeries({ ...column, words: [] }).at(-1)!}, t."${column.name}")`
      : `t."${column.name}"`,
  )
  return {
    deleted: `delete from ${table} where ctid = '${ctid}' returning ${keySql(table, '')} as name`,
    doubled: `insert into ${table} (${list}) overriding system value select ${copied.join(', ')} from ${table} t where ctid = '${ctid}' returning ${keySql(table, '')} as name`,
  }
}

async function attempt(tx: Tx, { table, name, ctid, statements }: Forgery): Promise<Outcome> {
  const names = await namesOf(tx, table, ctid)
  const place = `${table}.${name}`
  const what = `${place} of ${names[0]}`
  for (const statement of statements) {
    await tx.query('savepoint forged')
    try {
      const [done] = await tx.query<{ name: string }>(statement).catch(() => [])
      if (done) return { what, column: place, refused: false, ...(await verdict(tx, table, [done.name, ...names])) }
    } finally {
      await tx.query('rollback to savepoint forged; release savepoint forged')
    }
  }
  return { what, column: place, refused: true, noticed: true, named: true, byBooks: true }
}

const keys: { readonly [table: string]: readonly string[] } = {
  'ledger.entry': ['account_id', 'version'],
  'ledger.chart': ['pool', 'name'],
  'ledger.asset': ['code'],
  'audit.entry': ['seq'],
  'audit.head': ['seq'],
  'audit.seal': ['first'],
  'audit.signature': ['seq'],
  'audit.version': ['id'],
  'audit.shape': ['name'],
}

/** The names of a row in reports: its key, or its parent. */
async function namesOf(tx: Tx, table: string, ctid: string): Promise<string[]> {
  const parts: { readonly [table: string]: string } = {
    'ledger.account': `array['ledger.account ' || t.id, t.pool || '/' || t.name, (select min('ledger.journal ' || journal_id) from ledger.entry where account_id = t.id)]`,
    'ledger.entry': `array['ledger.account ' || t.account_id, 'ledger.journal ' || t.journal_id, 'journal ' || t.journal_id]`,
    'ledger.journal': `array['journal ' || t.id]`,
    'state.history': `array[t.subject::text, t.id::text]`,
    'audit.version': `array['of the versions from', 'sealed']`,
    'audit.signature': `array['audit.signature']`,
    'audit.entry': `array['audit.entry']`,
  }
  const [row] = await tx.query<{ names: string[] }>(
    `select array_remove(array[${keySql(table, 't.')}] || ${parts[table] ?? `'{}'::text[]`}, null) as names from ${table} t where ctid = '${ctid}'`,
  )
  return row!.names
}

const textOf = ({ breaks }: Rule): string => (typeof breaks === 'string' ? breaks : breaks(fullRange))
const texts = new Map(bookRules.map((rule) => [rule, textOf(rule)]))

type Verdict = Pick<Outcome, 'noticed' | 'named' | 'byBooks'>

/** Rule by rule, until one has named the row. */
async function verdict(tx: Tx, table: string, names: readonly string[]): Promise<Verdict> {
  const found = { noticed: false, named: false, byBooks: false }
  const note = (rows: readonly CheckRow[], byBooks: boolean): boolean => {
    for (const row of rows.filter(({ ok }) => !ok)) {
      found.noticed = true
      found.byBooks ||= byBooks
      found.named ||= names.some((name) => row.detail.includes(name))
    }
    return found.named
  }
  for (const [rule, text] of texts) {
    const isAbout = table.startsWith('ledger.') || text.includes(table)
    if (isAbout && note(await checkRules(tx, [rule]), true)) return found
  }
  if (!table.startsWith('audit.') && note(await checkBankIn(tx), true)) return found
  note(await tracesOf(tx, table), false)
  return found
}

async function tracesOf(tx: Tx, table: string): Promise<CheckRow[]> {
  if (table in rooms.tables)
    return checkRules(tx, [{ invariant: 'V1', what: table, breaks: await inconsistentRows(tx, table, null) }])
  const stream = rooms.sealed.find(({ name }) => name === sealed[table])
  return stream ? [await checkStream(tx, stream, fullRange)] : checkAudit(tx, fullRange)
}
