import { putKyb } from '../institution.ts'
import { type Desk, deskForEachTest, funded, million, mint, money, threeHours, topUp } from '../issuance.ts'
import { agree } from '../people.ts'
import { scriptedBank } from '../banking/scripted-bank.ts'
import { finalByHand, signedByHand } from '../sender.ts'
import { expect, test } from 'vitest'
import { storeBankAccounts } from '@specie/service/banking/account/own-accounts.ts'
import type { Env } from '@specie/service/base/env.ts'
import { endStandingHolds } from '@specie/service/compliance/standing.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { payOutClosed } from '@specie/service/transfers/withdrawal/closing.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { redeemTokens } from '@specie/service/issuance/redemption/request.ts'
import { advanceRedemptions } from '@specie/service/issuance/redemption/job.ts'

// Offboarded during an operation on a chain: its result is in another asset than the agreed ones.

let desk: Desk
let env: Env
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', million)
  await storeBankAccounts(env, await scriptedBank().accounts())
})

const account = { label: 'main', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme' } as const
const cases = (id: string) =>
  env.db.query<{ kind: string }>(
    `select kind from banking.bank_case where closed_at is null and detail ->> 'institutionid' = $1 and kind = 'closing_payout'`,
    [id],
  )

async function client(): Promise<string> {
  const id = await funded(env, { CHF: 20_000_000n })
  await putKyb(desk.database, id, 'approved')
  await registerBankAccount(env, { institutionId: id, ...account, accept: false }, { actor: 'test', why: 'a test' })
  return id
}

async function rest() {
  for (let i = 0; i < 3; i += 1) {
    await endStandingHolds.run(env)
    await advanceMints.run(env)
    await advanceRedemptions.run(env)
    await payOutClosed.run(env)
  }
}

test('a mint that settles after the offboarding: a case reports its remaining coins', async () => {
  const id = await client()
  const { requestid } = await mint(env, id)
  await signedByHand(env.db, 'mint', requestid)
  await advanceMints.run(env)
  await agree(env, 'institution.offboard', { institutionid: id })
  await finalByHand(env.db, 'mint', requestid)
  await advanceMints.run(env)
  desk.pass(threeHours)
  await rest()
  expect((await money(env, id)).VCHF).toEqual({ available: 200_000_000_000n, pending: 0n })
  expect(await cases(id)).toHaveLength(1)
})

test('a redemption burned during the offboarding: its francs leave, because the offboarding has their destination', async () => {
  const id = await client()
  const { requestid } = await mint(env, id)
  await signedByHand(env.db, 'mint', requestid)
  await finalByHand(env.db, 'mint', requestid)
  await advanceMints.run(env)
  desk.pass(threeHours)
  await advanceMints.run(env)
  const by = { institutionId: id, actor: 'key' }
  const { answer } = await redeemTokens(env, by, { asset: 'VCHF', blockchain: 'ETH', quantity: '200000' })
  await signedByHand(env.db, 'redemption', answer.requestid)
  await advanceRedemptions.run(env)
  const payouts = [{ asset: 'VCHF', destination: null }] as const
  await agree(env, 'institution.offboard', { institutionid: id, payouts: [...payouts] })
  await finalByHand(env.db, 'redemption', answer.requestid)
  await advanceRedemptions.run(env)
  desk.pass(threeHours)
  await rest()
  expect((await money(env, id)).CHF.available).toBe(0n)
  expect(await env.db.query('select asset, quantity from transfers.withdrawal where closing')).toEqual([
    { asset: 'CHF', quantity: 20_000_000n },
  ])
  expect(await cases(id)).toEqual([])
})
