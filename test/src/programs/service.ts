import { patience } from '../database.ts'
import { startProgram, type RunningProcess } from './process.ts'
import { mergeSettings, withConstants } from './constants.ts'

export type RunningService = RunningProcess

/**
 * A real process of the service on a database, on a free port. By default limits per address and shedding are off, and time
 * limits of the database are generous.
 */
export function startService(databaseUrl: string, settings: Record<string, string> = {}): Promise<RunningService> {
  const usual = {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    PUBLIC_PER_SECOND: '100000',
    DATABASE_PATIENCE: String(patience),
  }
  // Production has its constants.
  const changed =
    settings['SPECIE_ENV'] === 'production' ? {} : withConstants({ failuresPerSecond: 100_000, shedAfterMs: 600_000 })
  return startProgram('service', mergeSettings(usual, changed, settings))
}
