import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting } from '../config.ts'
import { isSqlState, type Sql, type Tx } from './db.ts'
import { limits } from './sessions.ts'

const ours = new URL('../../../sql/', import.meta.url)
/** One lock for all processes. The second one waits and then finds nothing to do. */
const advisoryLock = 0x5bec1e

type Migration = { name: string; text: string; hash: string }

/** Applies the numbered files of `sql/` that this database does not have, in order, and returns their names. */
export async function migrate(tx: Tx, at: Date, folder = ours): Promise<string[]> {
  await tx.query(`set local lock_timeout = ${limits.migrations.lock}`)
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryLock])
  const missing = await pendingMigrations(tx, folder)
  for (const file of missing) {
    await tx.query(file.text)
    await tx.query('insert into base.migration (name, hash, at) values ($1, $2, $3)', [file.name, file.hash, at])
  }
  return missing.map((file) => file.name)
}

const maxTries = 30
const pauseMs = 1_000

/**
 * A migration that waits for a table lock blocks every later statement on that table. So it waits only briefly, lets the
 * others run, and tries again.
 */
export async function retryOnLockTimeout<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isSqlState(error, '55P03')) throw error
      if (tries === maxTries)
        throw new BadSetting(
          `The database could not be prepared: other sessions held a required lock during all ${maxTries} tries. Nothing was changed; end those sessions (see pg_locks) and start again.`,
        )
      await sleep(pauseMs)
    }
  }
}

/** The files not yet applied. Throws when an applied file is missing here or has changed. */
export async function pendingMigrations(sql: Sql, folder = ours): Promise<Migration[]> {
  const files = await migrations(folder)
  const done = await applied(sql)
  for (const [name, hash] of done) {
    const file = files.find((candidate) => candidate.name === name)
    if (!file)
      throw new BadSetting(
        `The database has migration ${name}, which this version does not know. Start the newer version.`,
      )
    if (file.hash !== hash)
      throw new BadSetting(
        `Migration ${name} was changed after it had been applied. Restore sql/${name}, or start with an empty database (UAT: delete the folder that SPECIE_DATA names, .specie by default).`,
      )
  }
  return files.filter((file) => !done.has(file.name))
}

async function applied(sql: Sql): Promise<Map<string, string>> {
  const [found] = await sql.query<{ exists: boolean }>(`select to_regclass('base.migration') is not null as exists`)
  if (!found?.exists) return new Map()
  const rows = await sql.query<{ name: string; hash: string }>('select name, hash from base.migration order by name')
  return new Map(rows.map((row) => [row.name, row.hash]))
}

async function migrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
