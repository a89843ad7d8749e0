import { afterAll, beforeAll } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type RunningService, startService } from './service.ts'

export type Served = { database: TestDatabase; service: RunningService }

/** Gives the tests of a file a database and a service on it. */
export function serviceForTests(
  take: (served: Served) => void | Promise<void>,
  settings: Record<string, string> = {},
): void {
  let served: Served
  beforeAll(async () => {
    const database = await freshDatabase()
    served = { database, service: await startService(database.url, settings) }
    await take(served)
  })
  afterAll(async () => {
    await served.service.stop()
    await served.database.drop()
  })
}
