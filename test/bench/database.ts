import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, startPostgres } from '@specie/local/postgres.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { connect } from '@specie/service/base/database/db.ts'
import { prepareDatabase } from '@specie/service/database.ts'

// Each bench has its own PostgreSQL without other load.

type End = () => Promise<unknown>
/** Registers a resource to close after the work. */
export type AtEnd = (end: End) => void

/** Runs the work, then closes every registered resource, the last first. */
export async function closingAll<T>(work: (atEnd: AtEnd) => Promise<T>): Promise<T> {
  const ends: End[] = []
  try {
    return await work((end) => ends.unshift(end))
  } finally {
    for (const end of ends) await end()
  }
}

/** A new PostgreSQL server in a temporary folder. */
export async function benchPostgres(atEnd: AtEnd) {
  const folder = await mkdtemp(join(tmpdir(), 'specie-bench-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startPostgres({ folder: join(folder, 'postgres') })
  atEnd(() => postgres.stop())
  return { folder, postgres }
}

/** A new server with a database that has the schema of the service and no rows. */
export async function benchDatabase(atEnd: AtEnd) {
  const { folder, postgres } = await benchPostgres(atEnd)
  await ensureDatabase(postgres, 'bench')
  const url = postgres.url('bench')
  const owner = connect({ url, max: 2 })
  atEnd(() => owner.close())
  await prepareDatabase(owner, 'uat', systemClock.now())
  return { folder, url, owner }
}
