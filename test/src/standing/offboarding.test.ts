import { matchPayout } from '@specie/service/banking/payout/match.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import type { Env } from '@specie/service/base/env.ts'
import { endStandingHolds } from '@specie/service/compliance/standing.ts'
import { registerBankAccount } from '@specie/service/institutions/bank-account/register.ts'
import { payOutClosed } from '@specie/service/transfers/withdrawal/closing.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { expect, test } from 'vitest'
import { balances } from '../balances.ts'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import { clientChf } from '../banking/bank-files.ts'
import { debitOf, type ScriptedBank } from '../banking/scripted-bank.ts'
import type { TestDatabase } from '../database.ts'
import { putKyb } from '../institution.ts'
import { funded, refusalOf } from '../issuance.ts'
import { agree } from '../people.ts'

// Offboarding leaves nothing behind: balances are paid out as part of it.

let database: TestDatabase
let env: Env
let bank: ScriptedBank
payingBankForEachTest((paying) => ({ database, env, bank } = paying))

const account = { label: 'main', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme' } as const

async function institution(chf: bigint): Promise<string> {
  const id = await funded(env, chf > 0n ? { CHF: chf } : {})
  await putKyb(database, id, 'approved')
  return id
}

const registered = (institutionId: string) =>
  registerBankAccount(env, { institutionId, ...account, accept: false }, { actor: 'test', why: 'a test' })
const offboard = (institutionid: string) => agree(env, 'institution.offboard', { institutionid })
const stateOf = async (id: string) => {
  const [row] = await env.db.query<{ state: string }>(
    'select state from institutions.kyb_case where institution_id = $1',
    [id],
  )
  return row!.state
}
const chf = async (id: string) => (await balances(env, id)).get('CHF')
const orders = () => [...bank.orders.values()].flatMap((order) => order.payments)

async function rest(): Promise<void> {
  let steps = 1
  while (steps > 0) {
    steps = await endStandingHolds.run(env)
    steps += await payOutClosed.run(env)
    steps += await advanceWithdrawals.run(env)
    steps += await sendPayouts.run(env)
  }
}

test('an institution without a balance is offboarded', async () => {
  const id = await institution(0n)
  await offboard(id)
  expect(await stateOf(id)).toBe('offboarded')
})

test('an institution with a balance and nowhere to pay it is not offboarded', async () => {
  const id = await institution(75_500_000n)
  expect(await refusalOf(offboard(id))).toContain('balance')
  expect(await stateOf(id)).toBe('approved')
})

test('its balance is paid to its registered account, with what comes back from what was under way', async () => {
  const id = await institution(75_500_000n)
  await registered(id)
  await withdraw(env, { institutionId: id, actor: 'key' }, { asset: 'CHF', quantity: '5000', destination: 'main' })
  await offboard(id)
  expect(await stateOf(id)).toBe('offboarded')
  await rest()
  for (const payment of orders()) await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(payment)))
  await rest()
  for (const payment of orders().slice(1)) await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(payment)))
  await rest()
  expect(orders().reduce((sum, { amount }) => sum + amount, 0n)).toBe(75_500_000n)
  expect(await chf(id)).toEqual({ available: 0n, pending: 0n })
})

test('what cannot be stopped any more, because the bank has it, is a case for staff', async () => {
  const id = await institution(75_500_000n)
  await registered(id)
  const request = { asset: 'CHF', quantity: '5000', destination: 'main' } as const
  const { withdrawalid } = (await withdraw(env, { institutionId: id, actor: 'key' }, request)).answer
  await rest()
  await offboard(id)
  const cases = await env.db.query(`select detail from banking.bank_case where kind = 'left_anyway'`)
  expect(cases).toMatchObject([{ detail: { institutionid: id, id: withdrawalid } }])
})

test('nothing else leaves: not to another account, and not because the service says so', async () => {
  const id = await institution(75_500_000n)
  await registered(id)
  await offboard(id)
  await registerBankAccount(
    env,
    { institutionId: id, ...account, label: 'other', identifier: 'CH56 0483 5012 3456 7800 9', accept: false },
    { actor: 'test', why: 'a test' },
  )
  const ask = withdraw(env, { institutionId: id, actor: 'key' }, { asset: 'CHF', quantity: '1', destination: 'other' })
  expect(await refusalOf(ask)).toContain('23514')
  const insert = env.db.query(
    `insert into institutions.closing_payout (id, institution_id, asset, bank_account_id, agreed_at)
     select gen_random_uuid(), institution_id, 'CHF', id, now() from institutions.bank_account where institution_id = $1 and label = 'other'`,
    [id],
  )
  await expect(insert).rejects.toThrow('needs the approval of a second person')
})

test('the database refuses to offboard an institution whose balance nobody has spoken of', async () => {
  const id = await institution(75_500_000n)
  const work = database.owner.tx((tx) => tx.query('select institutions.assert_paid_out($1)', [id]))
  await expect(work).rejects.toThrow(/has CHF left/)
})
