import { setTimeout as sleep } from 'node:timers/promises'
import { payingBankForEachTest } from '@specie/test/banking/at-bank.ts'
import type { TestDatabase } from '@specie/test/database.ts'
import { funded } from '@specie/test/issuance.ts'
import { expect, test } from 'vitest'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { registerBankAccount } from '../../destinations/bank-account/register.ts'
import { withdraw } from './request.ts'

let database: TestDatabase
let env: Env
payingBankForEachTest((paying) => ({ database, env } = paying))

/** Locks the balance first and the bank account afterwards: a withdrawal locks them in the opposite order. */
async function blockWithdrawals(tx: Tx): Promise<void> {
  await tx.query(`select from ledger.account where name = 'available' and asset = 'CHF' for update`)
  await sleep(300)
  await tx.query('select from destinations.bank_account for update')
}

test('a withdrawal that loses a deadlock is retried, and done once', async () => {
  const institutionId = await funded(env, { CHF: 100_000n })
  await registerBankAccount(
    env,
    { institutionId, label: 'main', currency: 'CHF', identifier: 'CH9300762011623852957', name: 'Acme', accept: false },
    { actor: 'test', why: 'because' },
  )
  const deadlocks = () =>
    database.owner.query(`select deadlocks::int as n from pg_stat_database where datname = current_database()`)
  expect(await deadlocks()).toEqual([{ n: 0 }])
  const blocking = database.owner.tx(blockWithdrawals)
  await sleep(50)
  const asked = { clreqid: 'once', asset: 'CHF', quantity: '100', destination: 'main' }
  const { answer, replayed } = await withdraw(env, { institutionId, actor: 'key' }, asked)
  await blocking
  expect([answer.status, replayed]).toEqual(['pending', false])
  await expect.poll(deadlocks).toEqual([{ n: 1 }])
  expect(await env.db.query('select clreqid from transfers.withdrawal')).toEqual([{ clreqid: 'once' }])
})
