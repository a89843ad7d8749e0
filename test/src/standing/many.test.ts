import type { Env } from '@specie/service/base/env.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { connectAsService } from '@specie/service/database.ts'
import { suspend } from '@specie/service/onboarding/kyb/decide.ts'
import { expect, test } from 'vitest'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import type { TestDatabase } from '../database.ts'
import { newInstitution, putKyb } from '../institution.ts'
import { traceKey } from '../trace-key.ts'

// Anybody can send dust to a deposit address, and what is below the minimum stays for as long as nothing is added.

let env: Env
let database: TestDatabase
let app: Db
payingBankForEachTest((paying) => {
  database = paying.database
  // With the limits of time that the service has (base/database/sessions.ts), not ten times as much.
  app = connectAsService({ url: database.url, patience: 1, traceKey })
  env = { ...paying.env, db: app }
})

test('an institution with many small deposits is suspended within the time of a call', async () => {
  const institutionId = await newInstitution(env.db)
  await putKyb(database, institutionId, 'approved')
  const count = 1_000
  await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into transfers.deposit (id, institution_id, asset, blockchain, txid, index, block, height, sender, address, source,
         quantity, state, created_at, updated_at)
       select gen_random_uuid(), $1, 'VCHF', 'ETH', md5(state || n), 0, 'b', 1, 's', 'a', 1, 1, state, now(), now()
       from generate_series(1, $2::integer) n, unnest(array['below_minimum', 'screening']) state`,
      [institutionId, count],
    )
  })
  const by = { actor: 'officer', why: 'a match with a sanctions list', at: env.clock.now() }
  const outcome = await env.db
    .tx((tx) => suspend(env, tx, institutionId, by))
    .then(
      ({ waiting }) => `waiting: ${waiting}`,
      (error: unknown) => String(error),
    )
  await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('delete from transfers.deposit where institution_id = $1', [institutionId])
    await tx.query('delete from compliance.hold where institution_id = $1', [institutionId])
  })
  await app.close()
  expect(outcome).toBe(`waiting: ${count}`)
})
