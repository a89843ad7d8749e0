import { readConfig } from '@specie/service/base/config.ts'
import { prepare } from '@specie/service/prepare.ts'
import { ensureDatabase } from '../postgres.ts'
import { CommandError } from '@specie/cli/errors.ts'
import type { Run } from './run.ts'
import { embedded } from './database.ts'

/** The only command that needs the owner. All others have the rights of the service. */
export const migrate: Run = async (_words, { 'former-server': given }) => {
  const config = { ...readConfig(), formerServer: formerServer(given as string | undefined) }
  const { databaseUrl, databaseOwnerUrl } = config
  const log = {
    info: ({ applied }: { applied: string[] }) => console.log(`Applied: ${applied.join(', ') || 'nothing new'}.`),
    warn: (sentence: string) => console.error(`warning: ${sentence}`),
  }
  if (databaseUrl !== null) {
    if (databaseOwnerUrl === null)
      throw new CommandError('DATABASE_OWNER_URL is missing. Name the login that owns the database, or will own it.')
    await prepare({ ...config, databaseUrl, databaseOwnerUrl }, log)
  } else {
    const name = `specie_${config.environment}`
    await ofTheFolder(config.dataFolder, name, (urls) => prepare({ ...config, ...urls }, log))
  }
  console.log('The database is ready for this version.')
  return 0
}

/** In the form in which the refused start names it. */
function formerServer(given: string | undefined): string | null {
  if (given === undefined) return null
  if (/^\d{1,20}\/\d{1,10}$/.test(given)) return given
  throw new CommandError(
    `--former-server must be a system identifier and a timeline, as 7381923441234567890/3; it is "${given}".`,
  )
}

async function ofTheFolder(
  folder: string,
  name: string,
  work: (urls: { databaseUrl: string; databaseOwnerUrl: string }) => Promise<void>,
): Promise<void> {
  const server = await embedded(folder, true)
  try {
    await ensureDatabase(server, name)
    await work({ databaseUrl: server.appUrl(name), databaseOwnerUrl: server.url(name) })
  } finally {
    await server.stop()
  }
}
