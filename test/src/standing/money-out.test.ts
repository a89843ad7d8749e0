import type { ScriptedBank } from '../banking/scripted-bank.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import { matchPayout } from '@specie/service/banking/payout/match.ts'
import type { Env } from '@specie/service/base/env.ts'
import { endStandingHolds } from '@specie/service/compliance/standing.ts'
import { closeEnded } from '@specie/service/stopping/stopped.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { suspend } from '@specie/service/onboarding/kyb/decide.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { listWithdrawals } from '@specie/service/transfers/withdrawal/list.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { expect, test } from 'vitest'
import { balances } from '../balances.ts'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import { clientChf } from '../banking/bank-files.ts'
import { debitOf } from '../banking/scripted-bank.ts'
import type { TestDatabase } from '../database.ts'
import { putKyb } from '../institution.ts'
import { funded, refusalOf } from '../issuance.ts'

// Outgoing money when its institution is suspended or offboarded.

let database: TestDatabase
let env: Env
let bank: ScriptedBank
payingBankForEachTest((paying) => ({ database, env, bank } = paying))

const officer = { actor: 'officer', why: 'a match with a sanctions list' }

type Payer = { institutionId: string; actor: string }

async function payer(): Promise<Payer> {
  const institutionId = await funded(env, { CHF: 100_000n })
  await putKyb(database, institutionId, 'approved')
  await registerBankAccount(
    env,
    {
      institutionId,
      label: 'main',
      currency: 'CHF',
      identifier: 'CH93 0076 2011 6238 5295 7',
      name: 'Acme',
      accept: false,
    },
    officer,
  )
  return { institutionId, actor: 'key' }
}

const ask = async (by: Payer) =>
  (await withdraw(env, by, { asset: 'CHF', quantity: '250', destination: 'main' })).answer.withdrawalid!
const suspended = ({ institutionId }: Payer) =>
  env.db.tx((tx) => suspend(env, tx, institutionId, { ...officer, at: env.clock.now() }))
const becomes = ({ institutionId }: Payer, state: string) => putKyb(database, institutionId, state)
const chf = async ({ institutionId }: Payer) => (await balances(env, institutionId)).get('CHF')
const shown = async ({ institutionId }: Payer, withdrawalid: string) => {
  const [row] = (await listWithdrawals(env, institutionId, { withdrawalid })).withdrawals
  return { status: row!.status, hold: row!.hold?.reason ?? null, reason: row!.reason }
}
const orders = () => [...bank.orders.values()].flatMap((order) => order.payments)

/** Every possible event of outgoing money happens. */
async function rest(): Promise<void> {
  let steps = 1
  while (steps > 0) {
    steps = await endStandingHolds.run(env)
    steps += await advanceWithdrawals.run(env)
    steps += await sendPayouts.run(env)
  }
}

test.each(['asked for', 'prepared for the bank'])(
  'a withdrawal that is %s stays while its institution is suspended, and leaves afterwards',
  async (when) => {
    const by = await payer()
    const id = await ask(by)
    if (when !== 'asked for') await advanceWithdrawals.run(env)
    await suspended(by)
    await rest()
    expect(orders()).toEqual([])
    expect(await shown(by, id)).toMatchObject({ status: 'held', hold: 'account_suspended' })
    await becomes(by, 'approved')
    await rest()
    expect(orders()).toMatchObject([{ amount: 25_000n }])
  },
)

test.each(['asked for', 'prepared for the bank'])(
  'a withdrawal that is %s is returned to the balance when its institution is offboarded',
  async (when) => {
    const by = await payer()
    const id = await ask(by)
    if (when !== 'asked for') await advanceWithdrawals.run(env)
    await suspended(by)
    await becomes(by, 'offboarded')
    await rest()
    expect(orders()).toEqual([])
    expect(await shown(by, id)).toMatchObject({
      status: 'rejected',
      reason: 'The institution is no longer a client.',
    })
    expect(await chf(by)).toEqual({ available: 100_000n, pending: 0n })
  },
)

test('a payment ordered from the bank ends, though its institution is suspended', async () => {
  const by = await payer()
  const id = await ask(by)
  await rest()
  const left = {
    kind: 'withdrawal',
    id,
    problem: expect.stringMatching(/^The bank has the order to pay it \(\S+\)\. It ends automatically\.$/),
  }
  expect(await suspended(by)).toEqual({ waiting: 0, irrevocable: [left] })
  const open = `select cause, detail from banking.bank_case where kind = 'left_anyway' and closed_at is null`
  await closeEnded.run(env)
  expect(await env.db.query(open)).toEqual([{ cause: `${id}:1`, detail: { institutionid: by.institutionId, ...left } }])
  await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(orders()[0]!)))
  await rest()
  expect(await shown(by, id)).toMatchObject({ status: 'completed', hold: null })
  expect(await closeEnded.run(env)).toBe(1)
  expect(await env.db.query(open)).toEqual([])
  const closed = 'select closed_by from banking.bank_case where cause = $1'
  expect(await env.db.query(closed, [`${id}:1`])).toEqual([{ closed_by: 'service' }])
})

test('irrevocable operations are reported again at each suspension', async () => {
  const by = await payer()
  const id = await ask(by)
  await suspended(by)
  await becomes(by, 'approved')
  await rest()
  await suspended(by)
  await becomes(by, 'approved')
  await suspended(by)
  const cases = await env.db.query(
    `select closed_at is null as open, closed_by from banking.bank_case
     where kind = 'left_anyway' and detail ->> 'id' = $1 order by id`,
    [id],
  )
  expect(cases).toEqual([
    { open: false, closed_by: 'service' },
    { open: true, closed_by: null },
  ])
})

test('a withdrawal admitted just before the suspension is refused when it is stored', async () => {
  const by = await payer()
  await suspended(by)
  expect(await refusalOf(ask(by))).toContain('23514')
  expect(await chf(by)).toEqual({ available: 100_000n, pending: 0n })
})
