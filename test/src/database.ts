import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Db, type Tx } from '@specie/service/base/database/db.ts'
import { connectAsService } from '@specie/service/database.ts'
import { prepareForTests, template } from './template.ts'
import { stamped, traceKey } from './trace-key.ts'

export type TestDatabase = {
  /** The value for DATABASE_URL: the service's own login. */
  url: string
  /** The superuser, with all rights. */
  owner: Db
  /** A session of the login specie_app, like the service's. */
  app: Db
  drop(): Promise<void>
}

/** A busy machine is no failure: tests of time limits have their own sessions and services. */
export const patience = 10

/** A separate database on the run's PostgreSQL: a copy of the template, so that a mutant in that one is in all. */
export function freshDatabase(environment: 'uat' | 'production' = 'uat'): Promise<TestDatabase> {
  return databaseOn((name) => inject('postgres').replace('DATABASE', name), environment, template)
}

/** The same database under another login. */
export function loginAs(user: string, url: string): string {
  const other = new URL(url)
  other.searchParams.set('user', user)
  return other.href
}

/**
 * A new database on a PostgreSQL, migrated as `npm start` does it, or a copy of a migrated one. `on`: the address of the
 * database with that name.
 */
export async function databaseOn(
  on: (name: string) => string,
  environment: 'uat' | 'production' = 'uat',
  migrated: string | null = null,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = connect({ url: on('postgres'), max: 1, patience })
  // Files are copied, in less than half the time of writing them to the log.
  await admin.query(`create database ${name} template ${migrated ?? 'template1'} strategy file_copy`)
  const owner = connect({ url: on(name), max: 4, patience })
  if (migrated === null) await prepared(on(name), environment)
  else if (environment === 'production') {
    await owner.tx((tx) => moveTo(tx, environment))
    await owner.query('update banking.payer_account set active = false')
  }
  const url = loginAs('specie_app', on(name))
  const app = connectAsService({ url, patience, traceKey })
  return {
    url,
    owner,
    app,
    drop: async () => {
      await Promise.all([owner.close(), app.close()])
      // A mutation run (test/mutate) reads the used objects in it before it drops it itself.
      if (process.env['KEEP_DATABASES'] === undefined) await admin.query(`drop database ${name} with (force)`)
      await admin.close()
    },
  }
}

/** The database allows no other environment, as if this one had been set from the start. */
async function moveTo(tx: Tx, environment: string): Promise<void> {
  await tx.query(
    `set local session_replication_role = replica; delete from audit.version where name = 'base.environment'`,
  )
  const [was] = await tx.query<{ edition: string }>('delete from base.environment returning edition')
  await tx.query('set local session_replication_role = origin')
  await stamped(tx)
  await tx.query('insert into base.environment (name, edition) values ($1, $2)', [environment, was!.edition])
}

/** Like `specie migrate`: its writes are marked. */
async function prepared(url: string, environment: 'uat' | 'production'): Promise<void> {
  const owner = connect({ url, max: 1, patience, traceKey })
  await prepareForTests(owner, environment)
  await owner.close()
}

/** Past all triggers, as only a superuser can: for situations that the database itself no longer allows. */
export const pastTriggers = (owner: Db, text: string, values: unknown[] = []): Promise<void> =>
  owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(text, values)
  })

/** The same for the writes of a function. */
export const pastTriggersIn = <T>(owner: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    return work(tx)
  })
