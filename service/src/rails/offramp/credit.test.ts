import { balances } from '@specie/test/balances.ts'
import { putKyb } from '@specie/test/institution.ts'
import { sweep } from '@specie/test/issuance.ts'
import { agree } from '@specie/test/people.ts'
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
  owner,
  paymentOf,
  railOf,
  requestedPayouts,
  requestPayouts,
} from '@specie/test/rails/offramp.ts'
import { expect, test } from 'vitest'
import { endStandingHolds } from '../../compliance/standing.ts'
import { advanceRails } from '../rail/job.ts'

offRampsForEachTest()

const rest = async () => {
  while ((await endStandingHolds.run(env)) + (await advanceRails.run(env)) + (await advance()) > 0);
}
const credit = (paymentid: string) => agree(env, 'payment.credit', { paymentid })
const available = async (asset: 'CHF' | 'VCHF') => (await balances(env, acme)).get(asset)?.available

test('the proceeds of an offboarded institution’s burned coins are credited, and the bank pays nothing', async () => {
  const { rail } = await burnedPayment(1_000_000_000n)
  await putKyb({ owner }, acme, 'offboarded')
  await rest()
  const payment = await paymentOf(rail)
  await credit(payment.id)
  expect(await available('CHF')).toBe(100_000n)
  expect(await paymentOf(rail)).toMatchObject({ state: 'credited', stuck: null, on_hold: false })
  expect([await railOf(payment), await cases()]).toEqual([[0n, 0n], []])
  await sweep(env)
  await rest()
  await requestPayouts()
  expect(requestedPayouts()).toEqual([])
})

test('coins without a known sender are credited as coins', async () => {
  const { rail, address } = await offRamp({ asset: 'VCHF' })
  await arrive(address, 1_000n, { kind: 'mint' })
  await rest()
  const payment = await paymentOf(rail)
  await lands('rail_collection', payment)
  await rest()
  expect(await paymentOf(rail)).toMatchObject({ state: 'returning', stuck: 'return' })
  await credit(payment.id)
  expect(await available('VCHF')).toBe(1_000n)
  expect(await paymentOf(rail)).toMatchObject({ state: 'credited' })
})
