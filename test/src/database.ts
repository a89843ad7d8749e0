import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Db } from '@specie/service/base/db.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { connectAsService, prepareDatabase } from '@specie/service/database.ts'

export type TestDatabase = {
  /** What DATABASE_URL should be: the service's own login. */
  url: string
  /** The superuser: sees and breaks everything. */
  owner: Db
  /** What the service is: a session of the login specie_app. */
  app: Db
  drop(): Promise<void>
}

const on = (database: string): string => inject('postgres').replace('DATABASE', database)

/** The same database under another login. */
export function loginAs(user: string, url: string): string {
  const other = new URL(url)
  other.searchParams.set('user', user)
  return other.href
}

/** A database of its own on the run's PostgreSQL, migrated as `npm start` does it. */
export async function freshDatabase(environment: 'uat' | 'production' = 'uat'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = connect({ url: on('postgres'), max: 1 })
  await admin.query(`create database ${name}`)
  const owner = connect({ url: on(name), max: 4 })
  await prepareDatabase(owner, environment, systemClock.now())
  const url = loginAs('specie_app', on(name))
  const app = connectAsService({ url })
  return {
    url,
    owner,
    app,
    drop: async () => {
      await Promise.all([owner.close(), app.close()])
      await admin.query(`drop database ${name} with (force)`)
      await admin.close()
    },
  }
}
