import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '@specie/service/base/database/db.ts'
import { applicationRole } from '@specie/service/base/database/privileges.ts'

// PostgreSQL itself reports whole reads: its statistics name the table, and auto_explain logs the plans of statements, with the
// rows that each part has read.

export type Scan = { readonly table: string; readonly statement: string }

export type Watch = {
  /** Statements of the service since then that have read at least this number of rows of a table. */
  scans(): Promise<Scan[]>
  /** The number of rows of each table read sequentially, by all sessions. */
  rowsRead(): Promise<Map<string, number>>
}

/** In a millisecond no statement reads more rows than this. */
const rowsEachMs = 10_000

/** From now on, for every new session of the service with this database. */
export async function watchScans(owner: Db, many: number): Promise<Watch> {
  const [row] = await owner.query<{ name: string; folder: string }>(
    `select current_database() as name, current_setting('data_directory') as folder`,
  )
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': String(Math.floor(many / rowsEachMs)),
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_verbose': 'on', // names schemas
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_parameter_max_length': '0',
  }
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter role ${applicationRole} in database ${row!.name} set ${name} = '${value}'`)
  const log = join(dirname(row!.folder), 'logs', 'postgres.log')
  const before = await rowsReadUntilNow(owner)
  return {
    scans: async () => entriesOf(await readFile(log, 'utf8'), row!.name).flatMap((one) => scansOf(one, many)),
    rowsRead: async () =>
      new Map([...(await rowsReadUntilNow(owner))].map(([table, read]) => [table, read - (before.get(table) ?? 0)])),
  }
}

async function rowsReadUntilNow(owner: Db): Promise<Map<string, number>> {
  const rows = await owner.query<{ name: string; read: bigint }>(
    `select schemaname || '.' || relname as name, seq_tup_read as read from pg_stat_user_tables`,
  )
  return new Map(rows.map(({ name, read }) => [name, Number(read)]))
}

export type Plan = {
  'Node Type': string
  Schema?: string
  'Relation Name'?: string
  Plans?: Plan[]
  /** Per loop, on average. */
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
}
type Entry = { text: string; plan: Plan }

/** Entries of other databases on the same server are omitted. */
function entriesOf(written: string, database: string): Entry[] {
  const heads = /^\S+ \S+ \S+ \[\d+\] (\S*) LOG: {2}duration: [\d.]+ ms {2}plan:\n((?:\t.*\n)+)/gm
  return [...written.matchAll(heads)]
    .filter((found) => found[1] === database)
    .map((found) => {
      const { 'Query Text': text, Plan: plan } = JSON.parse(found[2]!.replaceAll(/^\t/gm, ''))
      return { text: text.replaceAll(/\s+/g, ' ').trim(), plan }
    })
}

const scansOf = ({ text, plan }: Entry, many: number): Scan[] =>
  tablesIn(plan, (part) => rowsReadBy(part) >= many).map((table) => ({ table, statement: text }))

/** By any index: one that must be read as a whole is as bad as none. */
function rowsReadBy(part: Plan): number {
  if (!part['Node Type'].endsWith('Scan')) return 0
  return ((part['Actual Rows'] ?? 0) + (part['Rows Removed by Filter'] ?? 0)) * (part['Actual Loops'] ?? 0)
}

/** The tables that a plan would read as a whole. */
export const wholeTables = (plan: Plan): string[] => tablesIn(plan, (part) => part['Node Type'] === 'Seq Scan')

function tablesIn(plan: Plan, which: (part: Plan) => boolean): string[] {
  const below = (plan.Plans ?? []).flatMap((part) => tablesIn(part, which))
  return which(plan) ? [`${plan.Schema}.${plan['Relation Name']}`, ...below] : below
}
