import { oldestUnsealed } from '@specie/service/base/audit/unsealed.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { checkAllOf } from '@specie/service/checks/check.ts'
import { sealAll } from '@specie/service/base/audit/seals.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, pastTriggers, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { waitForOthers } from '../wait-for-others.ts'
import { traceKey } from '../trace-key.ts'

// Sealed rows cannot be removed without a trace. Unsealed ones can, so sealing must not be delayed unnoticed.

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

async function broken(): Promise<string[]> {
  const { rows } = await checkAllOf(database.app, { full: true, at: systemClock.now(), anchor: { traceKey } })
  return rows.filter(({ ok }) => !ok).map(({ what, detail }) => `${what}: ${detail}`)
}
const listed = () =>
  database.app.query(`insert into compliance.list_source (list, source) values ('Nobody Ltd', 'refuse')`)
/** Until everything is sealed: parallel tests have transactions on the same server. */
const seal = () =>
  expect
    .poll(async () => {
      await sealAll.run(testEnv(database))
      return oldestUnsealed(database.app)
    })
    .toBeNull()
/** The row, and every trace of it. */
const takenAway = () =>
  database.owner.query(
    `alter table audit.version disable trigger user; alter table compliance.list_source disable trigger user;
     delete from compliance.list_source where list = 'Nobody Ltd';
     delete from audit.version where name = 'compliance.list_source' and id = 'Nobody Ltd';
     alter table audit.version enable trigger user; alter table compliance.list_source enable trigger user`,
  )

test('a removed sealed row is missed', async () => {
  await listed()
  await seal()
  await takenAway()
  expect((await broken()).join()).toContain('versions')
})

test('an open transaction cannot delay sealing for long unnoticed', async () => {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  // Any login can do this, also one of another database on the same server.
  const parked = database.app.tx(async (tx) => {
    await tx.query('select pg_current_xact_id()')
    begun.resolve()
    await over.promise
  })
  await begun.promise
  const env = testEnv(database)
  try {
    await listed()
    await sealAll.run(env)
    expect(await broken()).toEqual([])
    await pastTriggers(
      database.owner,
      `update audit.version set at = at - interval '11 minutes' where name = 'compliance.list_source'`,
    )
    expect(await broken()).toEqual([
      'no row waits for its seal longer than 10 minutes: audit.version: what was written 11 minutes ago is not sealed: ' +
        'a transaction stays open (pg_stat_activity, pg_prepared_xacts)',
    ])
    await sealAll.run(env)
  } finally {
    over.resolve()
    await parked
  }
  await seal()
  expect(await broken()).toEqual([])
})

test('rows written just before a stop of the service may wait until it runs again', async () => {
  await seal()
  await listed()
  await waitForOthers(database.app)
  await pastTriggers(
    database.owner,
    `update audit.version set at = at - interval '1 day'; update audit.seal set at = at - interval '1 day'`,
  )
  expect((await broken()).filter((line) => line.includes('waits for its seal'))).toEqual([])
})
