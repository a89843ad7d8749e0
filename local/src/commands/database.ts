import { existsSync } from 'node:fs'
import { readConfig } from '@specie/service/base/config.ts'
import { applicationName } from '@specie/service/base/database/application-name.ts'
import { type Db, isSqlState } from '@specie/service/base/database/db.ts'
import { assertLeastPrivilege } from '@specie/service/base/database/privileges.ts'
import { assertEnvironment, connectAsService } from '@specie/service/database.ts'
import { CommandError } from '@specie/cli/errors.ts'
import { message } from '../cannot-start.ts'
import { clusterOf } from '../cluster.ts'
import { type Postgres, runningPostgres, startPostgres } from '../postgres.ts'

/** Runs a command against the database of the settings, with the rights of the service. */
export async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const config = readConfig()
  const server = config.databaseUrl === null ? await embedded(config.dataFolder) : null
  const name = `specie_${config.environment}`
  try {
    const url = config.databaseUrl ?? server!.appUrl(name)
    const application = applicationName('command')
    const { databasePatience: patience, traceKey } = config
    const db = connectAsService({ url, max: 2, kind: 'commands', patience, traceKey, application })
    try {
      await assertPrepared(
        db,
        config.environment,
        server && `There is no database ${name} in ${config.dataFolder}: is SPECIE_ENV right?`,
      )
      // In UAT the service prints it once, at its start.
      await assertLeastPrivilege(db, config.environment, () => {})
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    await server?.stop()
  }
}

/** No role, no right to it, or no table: the database is not migrated, or this login has no access. */
const unprepared = ['22023', '42501', '42P01']

async function assertPrepared(db: Db, environment: string, whereNone: string | null): Promise<void> {
  await assertEnvironment(db, environment).catch((error: Error) => {
    if (whereNone !== null && isSqlState(error, '3D000')) throw new CommandError(whereNone)
    if (!unprepared.some((state) => isSqlState(error, state))) throw error
    throw new CommandError(
      `The database is not ready for this login (${error.message}): run \`specie migrate\` with DATABASE_OWNER_URL naming the login that owns it.`,
    )
  })
}

/** The data folder's own PostgreSQL: as it runs, or started for this command. It is created only on request. */
export async function embedded(folder: string, make = false): Promise<Pick<Postgres, 'url' | 'appUrl' | 'stop'>> {
  const running = await runningPostgres(folder)
  if (running) return { ...running, stop: async () => {} }
  if (!make && !existsSync(clusterOf(folder)))
    throw new CommandError(
      `There is no instance in ${folder}: start one with npm start, name its folder in SPECIE_DATA, or its database in DATABASE_URL.`,
    )
  try {
    return await startPostgres({ folder })
  } catch (error) {
    throw new CommandError(message(error))
  }
}
