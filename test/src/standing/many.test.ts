import type { Db, Tx } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { connectAsService } from '@specie/service/database.ts'
import { suspend } from '@specie/service/onboarding/kyb/decide.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import { pastTriggers, type TestDatabase } from '../database.ts'
import { newInstitution, putKyb } from '../institution.ts'
import { traceKey } from '../trace-key.ts'

// A stranger can send dust to a deposit address, and deposits below the minimum stay until more is added. An institution may
// have thousands of open operations, many with an outside effect.

let env: Env
let database: TestDatabase
let institutionId: string
payingBankForEachTest((paying) => {
  ;({ env, database } = paying)
})
beforeEach(begin)
const connections: Db[] = []
afterEach(async () => {
  for (const table of ['transfers.deposit', 'compliance.hold'])
    await pastTriggers(database.owner, `delete from ${table} where institution_id = $1`, [institutionId])
})
afterAll(() => Promise.all(connections.map((one) => one.close())))

async function begin(): Promise<void> {
  institutionId = await newInstitution(env.db)
  await putKyb(database, institutionId, 'approved')
}

const putDeposits = (count: number, ...states: string[]) =>
  pastTriggers(
    database.owner,
    `insert into transfers.deposit (id, institution_id, asset, blockchain, txid, index, block, height, sender, address, source,
       quantity, state, created_at, updated_at)
     select gen_random_uuid(), $1, 'VCHF', 'ETH', gen_random_uuid(), 0, 'b', 1, 's', 'a', 1, 1, state, now(), now()
     from generate_series(1, $2::integer) n, unnest($3::text[]) state`,
    [institutionId, count, states],
  )

/** Each of these deposits has a request to an outside party. */
const putEffects = () =>
  pastTriggers(
    database.owner,
    `insert into work.intent (key, effect, subject, state, created_at)
     select 'test:' || id, 'provider.giveBack', id, 'sent', now() from transfers.deposit where institution_id = $1`,
    [institutionId],
  )

const suspended = (tx: Tx) =>
  suspend(env, tx, institutionId, { actor: 'officer', why: 'a match with a sanctions list', at: env.clock.now() })

test('an institution with many small deposits is suspended within the time of a call', async () => {
  // With the time limits of a request (base/database/sessions.ts), not ten times as much.
  const app = connectAsService({ url: database.url, patience: 1, traceKey })
  connections.push(app)
  await putDeposits(1_000, 'below_minimum', 'screening')
  expect((await app.tx(suspended)).waiting).toBe(1_000)
})

/** The number of statements for suspending the institution. */
async function statements(): Promise<number> {
  let count = 0
  await env.db.tx((tx) => {
    const query: Tx['query'] = (text, values) => {
      count += 1
      return tx.query(text, values)
    }
    return suspended({ ...tx, query })
  })
  return count
}

test('the number of statements does not grow with the number of operations, even with outside effects', async () => {
  await putDeposits(3, 'screening')
  await putEffects()
  const few = await statements()
  await begin()
  await putDeposits(60, 'screening')
  await putEffects()
  expect(await statements()).toBe(few)
  const cases = `select from banking.bank_case where kind = 'left_anyway' and detail ->> 'institutionid' = $1 and closed_at is null`
  expect(await env.db.query(cases, [institutionId])).toHaveLength(60)
})
