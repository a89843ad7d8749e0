import { payingBankForEachTest } from '@specie/test/banking/at-bank.ts'
import { funded } from '@specie/test/issuance.ts'
import { expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { disableBankAccount } from '../../destinations/bank-account/change.ts'
import { registerBankAccount } from '../../destinations/bank-account/register.ts'
import { advanceWithdrawals } from './job.ts'
import { listWithdrawals } from './list.ts'
import { withdraw } from './request.ts'

let env: Env
payingBankForEachTest((paying) => ({ env } = paying))

/** A withdrawal to the registration `main` of a number that is also registered as `old`, when one of them has been disabled. */
async function withdrawalAfterDisabling(which: 'old' | 'main') {
  const institutionId = await funded(env, { CHF: 100_000n })
  const register = (label: string) =>
    registerBankAccount(
      env,
      { institutionId, label, currency: 'CHF', identifier: 'CH9300762011623852957', name: 'Acme', accept: false },
      { actor: 'test', why: 'because' },
    )
  const accounts = { old: await register('old'), main: await register('main') }
  await withdraw(env, { institutionId, actor: 'key' }, { asset: 'CHF', quantity: '100', destination: 'main' })
  await advanceWithdrawals.run(env)
  const by = { actor: 'member', why: 'registered twice', at: env.clock.now() }
  await env.db.tx((tx) => disableBankAccount(env, tx, institutionId, accounts[which].bankaccountid, by))
  await advanceWithdrawals.run(env)
  return (await listWithdrawals(env, institutionId, {})).withdrawals[0]
}

test('disabling one registration of an account number does not affect payouts to another one', async () => {
  expect(await withdrawalAfterDisabling('old')).toMatchObject({ status: 'pending', reason: null })
})

test('disabling the paid registration cancels its payouts', async () => {
  expect(await withdrawalAfterDisabling('main')).toMatchObject({
    status: 'failed',
    reason: 'the bank account was disabled',
  })
})
