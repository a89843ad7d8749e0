import { putKyb } from '@specie/test/institution.ts'
import { sweep } from '@specie/test/issuance.ts'
import {
  acme,
  bank,
  burnedPayment,
  env,
  offRampsForEachTest,
  owner,
  paymentOf,
  railOf,
  requestedPayouts,
  requestPayouts,
} from '@specie/test/rails/offramp.ts'
import { expect, test } from 'vitest'
import { sendPayouts } from '../../banking/payout/send.ts'
import { placeHold } from '../../compliance/holds.ts'
import { endStandingHolds } from '../../compliance/standing.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { takeBack } from '../../compliance/take-back.ts'
import { advanceRails } from '../rail/job.ts'

// The bank has the order when the institution is stopped: the order stands, but the bank does not pay. The returned money
// must wait.

offRampsForEachTest()

const rest = async () => {
  for (let i = 0; i < 4; i += 1) {
    await endStandingHolds.run(env)
    await advanceRails.run(env)
    await requestPayouts()
  }
}

/** The bank had the order and rejects it. */
async function bankRejects(): Promise<void> {
  for (const messageId of bank.orders.keys()) bank.answers(messageId, 'RJCT')
  await owner.query(`update banking.payment_order set created_at = now() - interval '1 minute', asked_at = null`)
  await sendPayouts.run({ ...env, bank })
}

async function ordered() {
  bank.next = ['pend']
  const { rail, id } = await burnedPayment(1_000_000_000n)
  await sweep(env)
  await requestPayouts()
  expect(requestedPayouts()).toHaveLength(1)
  return { rail, id }
}

test.each(['suspended', 'offboarded'])(
  '%s: a payout that the bank then rejects is not ordered again',
  async (state) => {
    const { rail } = await ordered()
    await putKyb({ owner }, acme, state)
    await bankRejects()
    await rest()
    expect({ payment: (await paymentOf(rail)).state, orders: requestedPayouts().length }).toMatchObject({ orders: 1 })
  },
)

test('an institution in debt: a payout that the bank then rejects is not ordered again before two people decide', async () => {
  await ordered()
  const amount = 500n
  const lines = [
    debit(account('client', 'available', acme, 'CHF'), amount),
    credit(account('client', 'unallocated', 'CHF'), amount),
  ]
  const taken = { institutionId: acme, asset: 'CHF', amount, key: 'test:debt', kind: 'test', ref: 'test' } as const
  await env.db.tx((tx) => takeBack(env, tx, taken, [{ key: 'test:debt:recalled', kind: 'test', lines }]))
  await bankRejects()
  await rest()
  expect(requestedPayouts().length).toBe(1)
})

test('a late hold of staff stops the returned money, which stays with the rail', async () => {
  const { rail, id } = await ordered()
  await env.db.tx((tx) => placeHold(env, tx, { institutionId: acme, on: id, reason: 'aml_review' }, 'officer'))
  await bankRejects()
  await rest()
  expect(requestedPayouts().length).toBe(1)
  expect(await railOf(await paymentOf(rail))).toEqual([0n, 100_000n])
})
