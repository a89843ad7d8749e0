import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runningPostgres } from '@specie/local/postgres.ts'
import { connect, type Db } from '@specie/service/base/database/db.ts'
import { npmStart, type Started } from '../src/programs/start.ts'

// A separate installation, as in the README: `npm start` on an empty folder, with everything included.

export type Installation = {
  readonly folder: string
  origin: string
  /** The database as its owner. */
  db: Db
  /** `specie check --full`; returns its output if it found a break, else null. */
  check(): Promise<string | null>
  /** Stops everything and starts it again; milliseconds to `ready`. */
  startAgain(): Promise<number>
  /** Once, for any number of calls. */
  end(): Promise<void>
}

const cli = fileURLToPath(new URL('../../local/src/cli.ts', import.meta.url))

export async function install(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-soak-'))
  let started = await npmStart(folder)
  const db = await databaseOf(folder)
  // PostgreSQL itself counts the cost of statements; this must be set before its start.
  await db.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  const installation: Installation = {
    folder,
    origin: '',
    db,
    check: () => specieCheck(folder),
    startAgain: async () => {
      await installation.db.close()
      await started.stop()
      started = await npmStart(folder)
      await enter(installation, started)
      return started.tookMs
    },
    end: () => (ending ??= end()),
  }
  let ending: Promise<void> | null = null
  async function end(): Promise<void> {
    await installation.db.close()
    await started.stop()
    if (process.env['KEEP'] === undefined) await rm(folder, { recursive: true, force: true })
    else console.log(`The installation is left in ${folder}.`)
  }
  await installation.startAgain()
  await installation.db.query('create extension if not exists pg_stat_statements')
  return installation
}

async function enter(installation: Installation, started: Started): Promise<void> {
  installation.db = await databaseOf(installation.folder)
  installation.origin = new URL(started.base).origin
}

async function databaseOf(folder: string): Promise<Db> {
  const postgres = await runningPostgres(folder)
  if (!postgres) throw new Error(`no PostgreSQL runs on ${folder}`)
  return connect({ url: postgres.url('specie_uat'), max: 2 })
}

function specieCheck(folder: string): Promise<string | null> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], SPECIE_DATA: folder }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, 'check', '--full'], { env, maxBuffer: 64e6 }, (error, out, problems) =>
      resolve(error ? out + problems : null),
    )
  })
}
