import { randomUUID } from 'node:crypto'
import { advanceRedemptions } from '@specie/service/issuance/redemption/job.ts'
import { expect, test } from 'vitest'
import { balances } from '../balances.ts'
import {
  acme,
  admin,
  approver,
  choose,
  decideOn,
  done,
  env,
  requestOf,
  signed,
  usePaymentDesk,
} from './payment-desk.ts'

// Redemptions to a bank account are outgoing money: above the institution's amount for withdrawals they wait for a second
// person. Redemptions to the balance do not.

usePaymentDesk()

const redeem = (quantity: string, more: object = {}) =>
  signed('redeemTokens', { asset: 'VCHF', blockchain: 'ETH', quantity, bankaccount: 'main', ...more })
const rowOf = async (requestid: string) => (await signed('querySupplyChanges', { requestid })).supplychanges[0]
const vchf = async () => (await balances(env, acme.institutionid)).get('VCHF')!
async function advance(): Promise<void> {
  while ((await advanceRedemptions.run(env)) > 0);
}

test('a redemption to a bank account above the amount waits, is shown exactly, and continues once approved', async () => {
  await choose({ CHF: '100' })
  const answer = await redeem('100.01')
  expect(answer).toMatchObject({ status: 'held', txid: '', hold: { reason: 'approval_required' } })
  await advance()
  expect(await rowOf(answer.requestid)).toMatchObject({ status: 'held', hold: answer.hold })
  expect(await vchf()).toEqual({ available: 899_990_000n, pending: 100_010_000n })
  const request = await requestOf(answer.requestid)
  expect(request).toMatchObject({ kind: 'member.redemption', title: 'Redeem 100.01 VCHF on ETH to main' })
  expect(JSON.parse(request.payload)).toEqual({
    id: answer.requestid,
    institutionid: acme.institutionid,
    asset: 'VCHF',
    quantity: '100.01',
    blockchain: 'ETH',
    destination: 'main',
    paid_to: 'CH9300762011623852957',
  })
  expect(await decideOn(answer.requestid, 'approve')).toMatchObject({ status: 200, body: { state: 'approved' } })
  await advance()
  expect(await rowOf(answer.requestid)).toMatchObject({ status: 'pending', stage: 'burning', hold: null })
})

test('exactly the amount, and any amount to the balance, needs no approval', async () => {
  await choose({ CHF: '100' })
  expect(await redeem('100')).toMatchObject({ status: 'pending', hold: null })
  const toBalance = await signed('redeemTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '150' })
  expect(toBalance).toMatchObject({ status: 'pending', hold: null })
  expect((await done(approver, '/approvals')).items).toEqual([])
})

test('the amount of the fiat counts, not that of the coin', async () => {
  await choose({ VCHF: '1000' })
  expect(await redeem('10')).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
})

test('a dry run says that it would wait, and makes no request', async () => {
  await choose({})
  expect(await redeem('10', { validate: 'true' })).toMatchObject({ status: 'held', validated: true })
  expect((await done(approver, '/approvals')).items).toEqual([])
})

test('when a redemption is refused, its coins are returned, and the reason says so', async () => {
  await choose({})
  const { requestid } = await redeem('10')
  expect(await decideOn(requestid, 'refuse')).toMatchObject({ status: 200 })
  await advance()
  expect(await rowOf(requestid)).toMatchObject({
    status: 'rejected',
    reason: 'Not approved by a second approver of the institution.',
  })
  expect(await vchf()).toEqual({ available: 1_000_000_000n, pending: 0n })
})

test('for any SQL of the service, a redemption without a request is not stored', async () => {
  await choose({ CHF: '4.99' })
  const [account] = (await done(admin, '/bank-accounts')).items
  const stored = (quantity: bigint, bankAccount: string | null) =>
    env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('test', 'test', now())`)
      await tx.query(
        `insert into issuance.redemption (id, institution_id, asset, blockchain, quantity, charge, bank_account_id, asked_settlement,
           state, created_at, updated_at)
         values ($1, $2, 'VCHF', 'ETH', $3, 0, $4, now(), 'requested', now(), now())`,
        [randomUUID(), acme.institutionid, quantity, bankAccount],
      )
      await tx.query('set constraints all immediate')
      throw new Error('it was stored')
    })
  await expect(stored(5_000_000n, account.accountid)).rejects.toThrow(/needs the approval of a second person/)
  await expect(stored(4_990_000n, account.accountid)).rejects.toThrow('it was stored')
  await expect(stored(5_000_000n, null)).rejects.toThrow('it was stored')
})
