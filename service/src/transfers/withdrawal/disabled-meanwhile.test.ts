import { setTimeout as sleep } from 'node:timers/promises'
import { payingBankForEachTest } from '@specie/test/banking/at-bank.ts'
import type { TestDatabase } from '@specie/test/database.ts'
import { funded } from '@specie/test/issuance.ts'
import { expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { disableBankAccount } from '../../destinations/bank-account/change.ts'
import { registerBankAccount } from '../../destinations/bank-account/register.ts'
import { advanceWithdrawals } from './job.ts'
import { withdraw } from './request.ts'

let database: TestDatabase
let env: Env
payingBankForEachTest((paying) => ({ database, env } = paying))

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: Error & { code?: string }) => error.code ?? error.message,
  )

test('a withdrawal to a bank account that is just being disabled gets an answer, not an internal error', async () => {
  const institutionId = await funded(env, { CHF: 100_000n })
  const { bankaccountid } = await registerBankAccount(
    env,
    { institutionId, label: 'main', currency: 'CHF', identifier: 'CH9300762011623852957', name: 'Acme', accept: false },
    { actor: 'test', why: 'because' },
  )
  const asked = { asset: 'CHF', quantity: '100', destination: 'main' }
  await withdraw(env, { institutionId, actor: 'key' }, asked)
  await advanceWithdrawals.run(env) // its payout is prepared, but not ordered
  // The disabling is slow: the payout that it cancels is being read.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const busy = database.owner.tx(async (tx) => {
    await tx.query('select from banking.payout for update')
    await released
  })
  await sleep(50)
  const by = { actor: 'member', why: 'closed', at: env.clock.now() }
  const disabling = outcomeOf(env.db.tx((tx) => disableBankAccount(env, tx, institutionId, bankaccountid, by)))
  await sleep(200)
  const withdrawing = outcomeOf(withdraw(env, { institutionId, actor: 'key' }, asked))
  await sleep(200)
  release()
  await busy
  expect(await withdrawing).toMatch(/^(ok|bank_account_not_registered)$/)
  expect(await disabling).toBe('ok')
})
