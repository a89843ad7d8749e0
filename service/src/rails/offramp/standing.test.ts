import { putKyb } from '@specie/test/institution.ts'
import { sweep } from '@specie/test/issuance.ts'
import {
  acme,
  advance,
  arrive,
  burnedPayment,
  cases,
  env,
  lands,
  offRamp,
  offRampsForEachTest,
  operations,
  owner,
  paymentOf,
  requestedPayouts,
  requestPayouts,
} from '@specie/test/rails/offramp.ts'
import { expect, test } from 'vitest'
import { endStandingHolds } from '../../compliance/standing.ts'
import { advanceRails } from '../rail/job.ts'

offRampsForEachTest()

const becomes = (state: string) => putKyb({ owner }, acme, state)

const rest = async () => {
  while ((await endStandingHolds.run(env)) + (await advanceRails.run(env)) + (await advance()) > 0);
}

const purposes = async (id: string) => (await operations(id)).map(({ purpose }) => purpose)

test('coins for a suspended institution are not collected; reinstatement burns them', async () => {
  const { rail, address } = await offRamp()
  await becomes('suspended')
  await arrive(address, 1_000_000_000n)
  await rest()
  const payment = await paymentOf(rail)
  expect([payment.state, await operations(payment.id)]).toEqual(['received', []])
  await becomes('approved')
  await rest()
  await lands('rail_collection', payment)
  await lands('rail_burn', payment)
})

test('coins that wait for their burn are returned when the institution is offboarded', async () => {
  const { rail, address } = await offRamp()
  await arrive(address, 1_000_000_000n)
  await rest()
  const payment = await paymentOf(rail)
  await becomes('suspended')
  await rest()
  expect((await operations(payment.id)).map(({ state }) => state)).toEqual(['queued'])
  await becomes('offboarded')
  await rest()
  await lands('rail_collection', payment)
  await rest()
  expect(await purposes(payment.id)).toEqual(['rail_collection', 'rail_return'])
  await lands('rail_return', payment)
  expect(await paymentOf(rail)).toMatchObject({
    state: 'returned',
    reason: 'The institution is no longer a client.',
  })
})

test('burned coins are not paid out while the institution is suspended', async () => {
  await burnedPayment(1_000_000_000n)
  await becomes('suspended')
  await sweep(env)
  await requestPayouts()
  expect(requestedPayouts()).toEqual([])
  await becomes('approved')
  await rest()
  await requestPayouts()
  expect(requestedPayouts()).toHaveLength(1)
})

test('an offboarding after the burn escalates the payment', async () => {
  const { rail } = await burnedPayment(1_000_000_000n)
  await becomes('offboarded')
  await rest()
  await sweep(env)
  await requestPayouts()
  expect(requestedPayouts()).toEqual([])
  expect((await paymentOf(rail)).stuck).toBe('payout')
  expect(await cases()).toMatchObject([
    { detail: { problem: expect.stringMatching(/^The institution is no longer a client\./) } },
  ])
})
