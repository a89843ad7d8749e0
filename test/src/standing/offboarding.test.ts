import { matchPayout, returnPayout } from '@specie/service/banking/payout/match.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import type { Env } from '@specie/service/base/env.ts'
import { endStandingHolds } from '@specie/service/compliance/standing.ts'
import { describeOffboarding } from '@specie/service/onboarding/kyb/offboard.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { payOutClosed } from '@specie/service/transfers/withdrawal/closing.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { account as ledgerAccount } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { requestApproval } from '@specie/service/people/approval/request.ts'
import { expect, test } from 'vitest'
import { balances } from '../balances.ts'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import { clientChf } from '../banking/bank-files.ts'
import { debitOf, returnOf, type ScriptedBank } from '../banking/scripted-bank.ts'
import type { TestDatabase } from '../database.ts'
import { putKyb } from '../institution.ts'
import { funded, refusalOf } from '../issuance.ts'
import { agree, approve, staff } from '../people.ts'
import { post } from '../post.ts'

// Offboarding leaves nothing behind: it pays out the balances.

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
    'select state from onboarding.kyb_case where institution_id = $1',
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

test('an institution with a balance and without a destination for it is not offboarded', async () => {
  const id = await institution(75_500_000n)
  expect(await refusalOf(offboard(id))).toContain('balance')
  expect(await stateOf(id)).toBe('approved')
})

test('its balance is paid to its registered account, including returned amounts of open operations', async () => {
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

test('irrevocable operations are reported', async () => {
  const id = await institution(75_500_000n)
  await registered(id)
  const ask = { asset: 'CHF', quantity: '5000', destination: 'main' } as const
  const { withdrawalid } = (await withdraw(env, { institutionId: id, actor: 'key' }, ask)).answer
  await rest()
  await offboard(id)
  const cases = await env.db.query(`select cause from banking.bank_case where kind = 'left_anyway'`)
  expect(cases).toEqual([{ cause: `${withdrawalid}:1` }])
})

test('nothing else leaves: not to another account, and not by the service’s own decision', async () => {
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
    `insert into onboarding.closing_payout (id, institution_id, asset, bank_account_id, agreed_at)
     select gen_random_uuid(), institution_id, 'CHF', id, now() from destinations.bank_account where institution_id = $1 and label = 'other'`,
    [id],
  )
  await expect(insert).rejects.toThrow('needs the approval of a second person')
})

test('the database refuses an offboarding that does not mention a balance', async () => {
  const id = await institution(75_500_000n)
  const work = database.owner.tx((tx) => tx.query('select onboarding.assert_paid_out($1)', [id]))
  await expect(work).rejects.toThrow(/has CHF left/)
})

async function registeredWith(amount: bigint): Promise<string> {
  const id = await institution(amount)
  await registered(id)
  return id
}

/** The open cases about its remainder. */
const left = (id: string) =>
  env.db.query<{ problem: string }>(
    `select detail ->> 'problem' as problem from banking.bank_case
     where kind = 'closing_payout' and closed_at is null and detail ->> 'institutionid' = $1`,
    [id],
  )

test('the bank returns the closing payout: a case reports the remaining balance', async () => {
  const id = await registeredWith(100_001n)
  await offboard(id)
  await rest()
  const payment = orders().find(({ amount }) => amount === 100_001n)
  await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(payment!)))
  await rest()
  await env.db.tx((tx) => returnPayout(env, tx, clientChf, returnOf(payment!)))
  await advanceWithdrawals.run(env)
  await rest()
  expect(await chf(id)).toEqual({ available: 100_001n, pending: 0n })
  expect(await left(id)).toMatchObject([{ problem: expect.stringContaining('name another destination') }])
})

test('the closing payout is returned, and its job runs before that of withdrawals: it is not paid again', async () => {
  const id = await registeredWith(100_002n)
  await offboard(id)
  await rest()
  const payment = orders().find(({ amount }) => amount === 100_002n)
  await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(payment!)))
  await rest()
  await env.db.tx((tx) => returnPayout(env, tx, clientChf, returnOf(payment!)))
  await payOutClosed.run(env)
  await rest()
  expect(orders().filter(({ amount }) => amount === 100_002n)).toHaveLength(1)
})

test('the bank rejects the closing payout: a case reports the remaining balance', async () => {
  bank.next = ['reject']
  const id = await registeredWith(100_000n)
  await offboard(id)
  await rest()
  expect(await chf(id)).toEqual({ available: 100_000n, pending: 0n })
  expect(await left(id)).toMatchObject([{ problem: expect.stringContaining('name another destination') }])
})

test('a balance in another currency arrives before the approval: the answer names the cure', async () => {
  const id = await registeredWith(100_000n)
  const maker = await staff(env, approvalKinds['institution.offboard'].makers[0])
  const checker = await staff(env, approvalKinds['institution.offboard'].checkers[0])
  const { id: approval } = await env.db.tx((tx) =>
    requestApproval(env, tx, maker, {
      kind: 'institution.offboard',
      subject: id,
      payload: { institutionid: id },
      reason: 'a test',
    }),
  )
  await post(env, {
    key: `late:${id}`,
    kind: 'wire_credited',
    lines: [
      debit(ledgerAccount('client', 'bank', 'GBP'), 500n),
      credit(ledgerAccount('client', 'available', id, 'GBP'), 500n),
    ],
  })
  await expect(approve(env, checker, approval)).rejects.toThrow('request the offboarding again')
})

test('its debt is shown to the second person', async () => {
  const id = await institution(0n)
  await post(env, {
    key: `owed:${id}`,
    kind: 'wire_owed',
    lines: [
      debit(ledgerAccount('client', 'owed', id, 'CHF'), 12_300n),
      credit(ledgerAccount('client', 'overdraft', 'CHF'), 12_300n),
    ],
  })
  const { title } = await describeOffboarding(env, env.db, { institutionid: id })
  expect(title).toMatch(/It owes 123\.00 CHF$/)
})

test('a case about a remainder closes by itself once the money is on its way', async () => {
  bank.next = ['reject']
  const id = await registeredWith(100_003n)
  await offboard(id)
  await rest()
  expect(await left(id)).toHaveLength(1)
  bank.next = ['accept']
  await offboard(id)
  await rest()
  expect(await left(id)).toEqual([])
})
