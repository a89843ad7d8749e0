import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '@specie/service/base/env.ts'
import { storeBankAccounts } from '@specie/service/banking/account/own-accounts.ts'
import { placeHold } from '@specie/service/compliance/holds.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { advanceRedemptions } from '@specie/service/issuance/redemption/job.ts'
import { redeemTokens } from '@specie/service/issuance/redemption/request.ts'
import { cancelWithdrawal } from '@specie/service/transfers/withdrawal/cancel.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { scriptedBank } from '../banking/scripted-bank.ts'
import { askMint, type Desk, deskForEachTest, funded, landed, million, mint, threeHours, topUp } from '../issuance.ts'
import { decideHold } from '../people.ts'
import { failedByHand, signedByHand } from '../sender.ts'
import { leftOf, refusalByLimit, setLimit } from './set.ts'

// What counts against limits of mints, redemptions and withdrawals, and what is returned.

let desk: Desk
let env: Env
let acme: string
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', 10n * million)
  await storeBankAccounts(env, await scriptedBank().accounts())
})
beforeEach(async () => {
  acme = await funded(env, { CHF: 10n * million })
})

const reject = async (on: string) => {
  const request = { institutionId: acme, on, reason: 'aml_review' } as const
  const { holdid } = await env.db.tx((tx) => placeHold(env, tx, request, 'ann'))
  await decideHold(env, holdid, 'reject')
}

describe('mints', () => {
  beforeEach(() => setLimit(env, acme, 'mint', 'VCHF', '1000000'))
  const left = async () => (await leftOf(env, acme))['mint VCHF day']

  test('a repeated request counts once', async () => {
    const clreqid = randomUUID()
    for (const _ of [1, 2]) await mint(env, acme, { clreqid })
    expect(await left()).toBe('800000')
  })

  test('a rehearsal says what is left, and uses nothing', async () => {
    const { limits } = await mint(env, acme, { validate: 'true' })
    expect(limits).toContainEqual(expect.objectContaining({ limit: 'day', product: 'mint', left: '1000000' }))
    await setLimit(env, acme, 'mint', 'VCHF', '100000')
    expect(await refusalByLimit(askMint(env, acme, { validate: 'true' }))).toMatchObject({
      details: { left: '100000' },
    })
    expect(await left()).toBe('100000')
  })

  test('a held one stays counted; a rejected one is returned', async () => {
    const request = { institutionId: acme, on: 'next mint', reason: 'aml_review' } as const
    const { holdid } = await env.db.tx((tx) => placeHold(env, tx, request, 'ann'))
    expect((await mint(env, acme)).status).toBe('held')
    expect(await left()).toBe('800000')
    await decideHold(env, holdid, 'reject')
    await advanceMints.run(env)
    expect(await left()).toBe('1000000')
  })

  test('one that fails on the chain is returned; a settled one stays counted', async () => {
    const [fails, settles] = [await mint(env, acme), await mint(env, acme)]
    await signedByHand(env.db, 'mint', fails.requestid)
    await failedByHand(env.db, 'mint', fails.requestid, 'frozen')
    await landed(env, 'mint', settles.requestid)
    await advanceMints.run(env)
    desk.pass(threeHours)
    await advanceMints.run(env)
    expect(await left()).toBe('800000')
  })

  test('mints of the same moment share the limit', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => mint(env, acme)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await left()).toBe('0')
  })
})

describe('redemptions', () => {
  const redeem = async (quantity: string) =>
    (await redeemTokens(env, { institutionId: acme, actor: 'key' }, { asset: 'VCHF', blockchain: 'ETH', quantity }))
      .answer

  test('count when they are accepted; one that fails on the chain is returned', async () => {
    const { requestid } = await mint(env, acme)
    await landed(env, 'mint', requestid)
    await advanceMints.run(env)
    desk.pass(threeHours)
    await advanceMints.run(env)
    await setLimit(env, acme, 'redeem', 'VCHF', '150000')
    const one = await redeem('100000')
    expect(await leftOf(env, acme)).toEqual({ 'redeem VCHF day': '50000' })
    expect(await refusalByLimit(redeem('50000.01'))).toMatchObject({ details: { product: 'redeem', left: '50000' } })
    await signedByHand(env.db, 'redemption', one.requestid)
    await failedByHand(env.db, 'redemption', one.requestid, 'frozen')
    await advanceRedemptions.run(env)
    expect(await leftOf(env, acme)).toEqual({ 'redeem VCHF day': '150000' })
  })
})

describe('withdrawals', () => {
  const by = () => ({ institutionId: acme, actor: 'key' })
  const pay = async (quantity: string, over: object = {}) =>
    (await withdraw(env, by(), { asset: 'CHF', quantity, destination: 'main', ...over })).answer
  const left = async () => (await leftOf(env, acme))['withdraw CHF day']

  beforeEach(async () => {
    await forgetWithdrawals()
    const account = { label: 'main', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme' } as const
    await registerBankAccount(
      env,
      { institutionId: acme, ...account, accept: false },
      { actor: 'test', why: 'because' },
    )
    await setLimit(env, acme, 'withdraw', 'CHF', '1000')
  })

  test('are accepted up to the limit; a rehearsal says what is left', async () => {
    await pay('600.50')
    expect((await pay('1', { validate: 'true' })).limits).toContainEqual(
      expect.objectContaining({ limit: 'day', product: 'withdraw', asset: 'CHF', amount: '1000', left: '399.5' }),
    )
    expect(await refusalByLimit(pay('399.51'))).toMatchObject({ code: 'limit_exceeded', details: { left: '399.5' } })
    await pay('399.5')
    expect(await left()).toBe('0')
  })

  test('a canceled one is returned', async () => {
    const { withdrawalid } = await pay('600')
    await cancelWithdrawal(env, by(), { withdrawalid: withdrawalid! })
    expect(await left()).toBe('1000')
  })

  test('a rejected one is returned', async () => {
    const { withdrawalid } = await pay('600')
    await reject(withdrawalid!)
    while ((await advanceWithdrawals.run(env)) > 0);
    expect(await left()).toBe('1000')
  })

  test('the limit is whole again the next day in Zurich, and the month is not', async () => {
    await setLimit(env, acme, 'withdraw', 'CHF', '1500', 'month')
    // 20 November, half an hour before midnight in Zurich.
    await clock('2026-11-20T22:30:00Z')
    const { withdrawalid } = await pay('900')
    expect(await leftOf(env, acme)).toEqual({ 'withdraw CHF day': '100', 'withdraw CHF month': '600' })
    await clock('2026-11-20T23:00:00Z')
    expect(await leftOf(env, acme)).toEqual({ 'withdraw CHF day': '1000', 'withdraw CHF month': '600' })
    expect(await refusalByLimit(pay('600.01'))).toMatchObject({ details: { limit: 'month', left: '600' } })
    await pay('200')
    // What is returned belongs to the day on which it was counted.
    await cancelWithdrawal(env, by(), { withdrawalid: withdrawalid! })
    expect(await leftOf(env, acme)).toEqual({ 'withdraw CHF day': '800', 'withdraw CHF month': '1300' })
    await clock('2026-11-30T23:00:00Z')
    expect(await leftOf(env, acme)).toEqual({ 'withdraw CHF day': '1000', 'withdraw CHF month': '1500' })
  })

  /** Those of earlier tests, whose money the desk has forgotten. */
  const forgetWithdrawals = () =>
    desk.database.owner.tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query('truncate transfers.withdrawal, work.clock')
    })

  /** Settlement time stands still. */
  const clock = (at: string) =>
    desk.database.owner.query(
      `insert into work.clock (wall, settlement, speed, seen) values (now() + interval '1 day', $1::timestamptz + interval '1 day', 1, now())
       on conflict (only_row) do update set settlement = excluded.settlement, wall = excluded.wall, seen = excluded.seen`,
      [at],
    )
})
