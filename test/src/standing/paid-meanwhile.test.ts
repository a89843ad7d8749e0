import { matchPayout } from '@specie/service/banking/payout/match.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import type { Tx } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { suspend } from '@specie/service/onboarding/kyb/decide.ts'
import { applyBankOutcomes } from '@specie/service/transfers/withdrawal/pay.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { expect, test } from 'vitest'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import { clientChf } from '../banking/bank-files.ts'
import { debitOf, type ScriptedBank } from '../banking/scripted-bank.ts'
import type { TestDatabase } from '../database.ts'
import { putKyb } from '../institution.ts'
import { funded } from '../issuance.ts'

// An institution is suspended while the job of withdrawals reads that one of them was paid.

let database: TestDatabase
let env: Env
let bank: ScriptedBank
payingBankForEachTest((paying) => ({ database, env, bank } = paying))

const officer = { actor: 'officer', why: 'a test' }

/** The same transaction; the step of a withdrawal waits, after its row was locked. */
function slow(tx: Tx, reached: () => void, gate: Promise<void>): Tx {
  return new Proxy(tx, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function') return value
      if (name !== 'query') return value.bind(target)
      return async (...args: unknown[]) => {
        const text = typeof args[0] === 'string' ? args[0] : ''
        if (text.trim().startsWith('update transfers.withdrawal set state')) {
          reached()
          await gate
        }
        return (value as (...a: unknown[]) => unknown).apply(target, args)
      }
    },
  })
}

test('both end without a deadlock', async () => {
  const institutionId = await funded(env, { CHF: 100_000n })
  await putKyb(database, institutionId, 'approved')
  const account = { label: 'main', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme' } as const
  await registerBankAccount(env, { institutionId, ...account, accept: false }, officer)
  await withdraw(env, { institutionId, actor: 'key' }, { asset: 'CHF', quantity: '250', destination: 'main' })
  for (let i = 0; i < 3; i += 1) {
    await advanceWithdrawals.run(env)
    await sendPayouts.run(env)
  }
  await advanceWithdrawals.run(env)
  const [payment] = [...bank.orders.values()].flatMap((order) => order.payments)
  await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(payment!)))
  expect(
    await env.db.query('select state from transfers.withdrawal where institution_id = $1', [institutionId]),
  ).toEqual([{ state: 'confirming' }])
  let reached!: () => void
  let open!: () => void
  const there = new Promise<void>((resolve) => (reached = resolve))
  const gate = new Promise<void>((resolve) => (open = resolve))
  const job = env.db.tx((tx) => applyBankOutcomes(env, slow(tx, reached, gate)))
  await there
  const stopping = env.db.tx((tx) => suspend(env, tx, institutionId, { ...officer, at: env.clock.now() }))
  setTimeout(open, 500)
  const outcomes = await Promise.allSettled([job, stopping])
  expect(outcomes.map((one) => (one.status === 'rejected' ? String(one.reason) : 'done'))).toEqual(['done', 'done'])
})
