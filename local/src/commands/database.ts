import { readConfig } from '@specie/service/base/config.ts'
import { type Db, isSqlState } from '@specie/service/base/database/db.ts'
import { assertLeastPrivilege } from '@specie/service/base/database/privileges.ts'
import { assertEnvironment, connectAsService } from '@specie/service/database.ts'
import { ensureDatabase, type Postgres, runningPostgres, startPostgres } from '../postgres.ts'
import { message } from '../cannot-start.ts'
import { CommandError } from './command.ts'

/** Runs a command against the database of the settings, as the service sees it: it cannot change what it reads. */
export async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const config = readConfig()
  const server = config.databaseUrl === null ? await embedded(config.dataFolder) : null
  const name = `specie_${config.environment}`
  try {
    if (server) await ensureDatabase(server, name)
    const db = connectAsService({ url: config.databaseUrl ?? server!.appUrl(name), max: 2, kind: 'commands' })
    try {
      await assertPrepared(db, config.environment)
      // In UAT the service says it once, at its start.
      await assertLeastPrivilege(db, config.environment, () => {})
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await server?.stop()
  }
}

/** No role, no right to it, no table: nobody has migrated this database, or let this login in. */
const unprepared = ['22023', '42501', '42P01']

async function assertPrepared(db: Db, environment: string): Promise<void> {
  await assertEnvironment(db, environment).catch((error: Error) => {
    if (!unprepared.some((state) => isSqlState(error, state))) throw error
    throw new CommandError(
      `The database is not ready for this login (${error.message}): run \`specie migrate\` with DATABASE_OWNER_URL naming the login that owns it.`,
    )
  })
}

/** The data folder's own PostgreSQL: as it runs, or started for this one command. */
export async function embedded(folder: string): Promise<Pick<Postgres, 'url' | 'appUrl' | 'stop'>> {
  const running = await runningPostgres(folder)
  if (running) return { ...running, stop: async () => {} }
  try {
    return await startPostgres({ folder })
  } catch (error) {
    throw new CommandError(message(error))
  }
}
