import { readConfig } from '@specie/service/base/config.ts'
import type { Db } from '@specie/service/base/db.ts'
import { assertModest } from '@specie/service/base/privileges.ts'
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
      await assertEnvironment(db, config.environment)
      // In UAT the service says it once, at its start.
      await assertModest(db, config.environment, () => {})
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await server?.stop()
  }
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
