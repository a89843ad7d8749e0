import { expect, test } from 'vitest'
import { systemClock } from '@specie/service/base/clock.ts'
import { connect } from '@specie/service/base/database/db.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { crash } from './crash.ts'
import { post } from '../post.ts'

test('acknowledged journals survive twenty kills of service and database, once (D1)', async () => {
  const { acknowledged, slowestRecovery, ...rest } = await crash({ kills: 20, seed: 20 })
  console.log(`${acknowledged} journals acknowledged; slowest recovery ${Math.round(slowestRecovery)} ms`)
  expect(rest).toEqual({ lost: [], surplus: 0n, broken: [] })
  expect(acknowledged).toBeGreaterThan(0)
  // The goal is 5 s; a busy machine must not fail the test.
  expect(slowestRecovery).toBeLessThan(10_000)
})

test('a caller learns that the outcome is unknown when the database stays away', async () => {
  const db = connect({ url: 'postgres://nobody@127.0.0.1:1/nowhere' })
  const lines = [debit(account('client', 'bank', 'CHF'), 1n), credit(account('client', 'returns', 'CHF'), 1n)]
  const posting = post({ db, clock: systemClock }, { key: 'lost', kind: 'wire', lines })
  await expect(posting).rejects.toThrow(/The outcome is unknown. Send it again under the same id/)
  await db.close()
})
