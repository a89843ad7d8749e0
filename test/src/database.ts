import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Db } from '@specie/service/base/db.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { connectAsService, prepareDatabase } from '@specie/service/database.ts'

export type TestDatabase = {
  url: string
  /** The superuser: sees and breaks everything. */
  owner: Db
  /** What the service is: the role specie_app. */
  app: Db
  drop(): Promise<void>
}

/** A database of its own on the run's PostgreSQL. */
export function freshDatabase(environment: 'uat' | 'production' = 'uat'): Promise<TestDatabase> {
  return databaseOn((name) => inject('postgres').replace('DATABASE', name), environment)
}

/** A new database on a PostgreSQL, migrated as `npm start` does it. `on`: the address of the database with that name. */
export async function databaseOn(
  on: (name: string) => string,
  environment: 'uat' | 'production' = 'uat',
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = connect({ url: on('postgres'), max: 1 })
  await admin.query(`create database ${name}`)
  const owner = connect({ url: on(name), max: 4 })
  await prepareDatabase(owner, environment, systemClock.now())
  const app = connectAsService({ url: on(name) })
  return {
    url: on(name),
    owner,
    app,
    drop: async () => {
      await Promise.all([owner.close(), app.close()])
      await admin.query(`drop database ${name} with (force)`)
      await admin.close()
    },
  }
}
