import { patience } from '../database.ts'
import { startProgram, type RunningProcess } from './process.ts'

export type RunningService = RunningProcess

/**
 * A real process of the service on a database, on a free port. By default limits per address and shedding are off, and time
 * limits of the database are generous.
 */
export function startService(databaseUrl: string, settings: Record<string, string> = {}): Promise<RunningService> {
  return startProgram('service', {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    PUBLIC_PER_SECOND: '100000',
    FAILURES_PER_SECOND: '100000',
    SHED_AFTER_MS: '600000',
    DATABASE_PATIENCE: String(patience),
    ...settings,
  })
}
