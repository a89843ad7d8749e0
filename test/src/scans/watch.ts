import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '@specie/service/base/db.ts'

// PostgreSQL itself says which statements read a whole table: auto_explain writes their plans into its log.

export type Scan = { readonly table: string; readonly statement: string; readonly ms: number }

/** Statements that take less than this read no table of 100,000 rows. */
const leastMs = 2

/** From now on, for every new session of this database. Answers how to read what was found since. */
export async function watchScans(owner: Db): Promise<() => Promise<Scan[]>> {
  const [row] = await owner.query<{ name: string; folder: string }>(
    `select current_database() as name, current_setting('data_directory') as folder`,
  )
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': String(leastMs),
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_parameter_max_length': '0',
  }
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter database ${row!.name} set ${name} = '${value}'`)
  const log = join(dirname(row!.folder), 'logs', 'postgres.log')
  return async () => entriesOf(await readFile(log, 'utf8'), row!.name).flatMap(scansOf)
}

type Plan = { 'Node Type': string; Schema?: string; 'Relation Name'?: string; Plans?: Plan[] }
type Entry = { ms: number; text: string; plan: Plan }

/** Entries of other databases on the same server are left out. */
function entriesOf(written: string, database: string): Entry[] {
  const heads = /^\S+ \S+ \S+ \[\d+\] (\S*) LOG: {2}duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/gm
  return [...written.matchAll(heads)]
    .filter((found) => found[1] === database)
    .map((found) => {
      const { 'Query Text': text, Plan: plan } = JSON.parse(found[3]!.replaceAll(/^\t/gm, ''))
      return { ms: Number(found[2]), text: text.replaceAll(/\s+/g, ' ').trim(), plan }
    })
}

function scansOf({ ms, text, plan }: Entry): Scan[] {
  const nodes = (one: Plan): Plan[] => [one, ...(one.Plans ?? []).flatMap(nodes)]
  const read = nodes(plan).filter((one) => one['Node Type'] === 'Seq Scan')
  return read.map((one) => ({ table: one['Relation Name']!, statement: text, ms }))
}
