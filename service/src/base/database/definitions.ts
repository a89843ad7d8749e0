import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { BadSetting } from '../config.ts'
import type { Sql, Tx } from './db.ts'

// Functions, views and value lists have one file each, the triggers of a schema are in one file. They are replaced
// whenever the file changes. Tables cannot be replaced that way; they are changed by migrations.

const sql = new URL('../../../sql/', import.meta.url)

/**
 * In this order: triggers and views use functions. Values are column checks generated from lists in the code, unions are views
 * generated from the rooms.
 */
const folders = ['values', 'functions', 'triggers']
const viewFolders = ['views', 'unions']

type Definition = { name: string; text: string; hash: string }

/** Applies the files whose current text this database does not have, and returns their names. */
export async function define(tx: Tx, at: Date): Promise<string[]> {
  const changed = await pendingDefinitions(tx)
  if (changed.length === 0) return []
  // A function may be defined before another one that it calls.
  await tx.query('set local check_function_bodies = off')
  for (const { name, text, hash } of changed) {
    await tx.query(text)
    await tx.query('insert into base.definition (name, hash, at) values ($1, $2, $3)', [name, hash, at])
  }
  return changed.map(({ name }) => name)
}

/**
 * The files that differ from the database. Throws when the database once had this text and has a different one now. Then
 * a newer version has prepared it, and this version would undo that.
 */
export async function pendingDefinitions(db: Sql): Promise<Definition[]> {
  const history = await applied(db)
  return (await definitions()).filter(({ name, hash }) => {
    const hashes = history.get(name) ?? []
    if (hashes.at(-1) === hash) return false
    if (hashes.includes(hash))
      throw new BadSetting(
        `The database has a newer sql/${name} than this version. Start the newer version. To go back to an older text on purpose, change its comment.`,
      )
    return true
  })
}

/** All versions that each definition has had, the current one last. */
async function applied(db: Sql): Promise<Map<string, string[]>> {
  const [found] = await db.query<{ exists: boolean }>(`select to_regclass('base.definition') is not null as exists`)
  if (!found?.exists) return new Map()
  const rows = await db.query<{ name: string; hashes: string[] }>(
    'select name, array_agg(hash order by id) as hashes from base.definition group by name',
  )
  return new Map(rows.map(({ name, hashes }) => [name, hashes]))
}

const definitions = async (): Promise<Definition[]> => [
  ...(await filesIn(folders)),
  ...sortByDependency(await filesIn(viewFolders)),
]

async function filesIn(among: readonly string[]): Promise<Definition[]> {
  const names = await Promise.all(
    among.map(async (folder) => {
      const files = await readdir(new URL(`${folder}/`, sql))
      return files.toSorted().map((file) => `${folder}/${file}`)
    }),
  )
  return Promise.all(
    names.flat().map(async (name) => {
      const text = await readFile(new URL(name, sql), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Sorts views so that each one comes after those that it reads: `views/ledger.debt.sql` defines `ledger.debt`. */
export function sortByDependency<View extends { readonly name: string; readonly text: string }>(
  views: readonly View[],
): View[] {
  const byName = new Map(views.map((view) => [view.name.split('/')[1]!.replace(/\.sql$/, ''), view]))
  const ordered = new Set<View>()
  const add = (view: View, above: readonly View[]): void => {
    if (above.includes(view)) throw new Error(`${view.name} reads itself through other views`)
    const named = view.text.replaceAll(/--.*/g, '').matchAll(/\b[a-z_]+\.[a-z_]+\b/g)
    for (const [name] of named) {
      const other = byName.get(name)
      if (other && other !== view) add(other, [...above, view])
    }
    ordered.add(view)
  }
  for (const view of views) add(view, [])
  return [...ordered]
}
