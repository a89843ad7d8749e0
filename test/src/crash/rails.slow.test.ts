import { faultPoints } from '@specie/service/base/faults.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coin, sandboxControl } from '../chains/story.ts'
import type { Client } from '../client.ts'
import {
  activeRail,
  booked,
  brokenRails,
  destinations,
  offRamp,
  onRamp,
  pay,
  paymentComes,
  paymentsOf,
  provider,
} from '../rails/rails.ts'
import { drawnSeed, seeded } from '../seeded-random.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { armed, at, drawnOf } from './deaths.ts'

// One payment, and a process that dies at every point of it: the next process continues, until the next death. At the end it
// has happened once (E1).

let uat: Uat
let acme: Client
const wallet = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'AVAX,BASE' })
  await uat.pass(1_800) // the buffer of the reserve backs the coins of others
  acme = await uat.onboard()
  const { institutionid } = acme
  await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'AVAX', address: wallet, label: 'vault' })
})
afterAll(() => uat?.end())

const ways = [
  {
    name: 'an on-ramp',
    rail: onRamp('VCHF', 'AVAX', 'vault'),
    // The provider is the first outside party: «intent» is its request.
    faults: at('payment.received', 'intent.sent', 'payment.settled', 'payment.enqueued', 'payment.booked'),
    ask: {},
    ends: 'completed',
    check: mintedOnce,
  },
  {
    name: 'an off-ramp',
    rail: offRamp('VCHF', 'AVAX'),
    faults: at('payment.received', 'payment.burned', 'payment.paid'),
    ask: {},
    ends: 'completed',
    check: paidOnce,
  },
  {
    name: 'fiat that goes back',
    rail: onRamp('VCHF', 'AVAX', 'vault'),
    faults: at('payment.returned'),
    ask: { sendername: 'Somebody Else Ltd' },
    ends: 'returned',
    check: givenBackOnce,
  },
  {
    name: 'coins that go back',
    rail: offRamp('VCHF', 'AVAX'),
    faults: at('payment.returned'),
    ask: { asset: 'VGBP', blockchain: 'BASE' },
    ends: 'returned',
    check: sentBackOnce,
  },
]

test('every fault point of a payment is on one of the tested paths', () => {
  const all = ways.flatMap(({ faults }) => faults)
  expect(
    at(...faultPoints.filter((point) => point.startsWith('payment.'))).filter((one) => !all.includes(one)),
  ).toEqual([])
})

const seed = drawnSeed()
const pick = seeded(seed)

test.each(ways)(`$name, killed at each point (seed ${seed})`, async ({ rail, faults, ask, ends, check }) => {
  const railid = await activeRail(uat, acme, rail)
  const before = await state()
  for (const [nth, fault] of drawnOf(pick, faults).entries()) {
    if (!(await armed(uat, fault))) continue
    // A dying process does not answer.
    if (nth === 0) await pay(uat, railid, '1000', ask).catch(() => {})
    await dies(fault)
  }
  await uat.restart()
  const payment = await paymentComes(uat, acme, railid, ends)
  expect(await paymentsOf(uat, acme, railid)).toHaveLength(1)
  await check(payment, before)
  expect(await brokenRails(uat)).toEqual([])
})

/** Time passes until the process has reached its fault point, where it kills itself. */
async function dies(fault: string): Promise<void> {
  const { process } = uat.service
  for (let tries = 0; process.signalCode === null; tries += 1) {
    if (tries === 40) throw new Error(`it never came to ${fault}`)
    await uat.pass(tries < 2 ? 1 : 600).catch(() => {})
  }
  expect(process.signalCode).toBe('SIGKILL')
}

type State = { minted: number; held: bigint; paid: number; settled: number; returned: number }

/** The outside effects so far. */
async function state(): Promise<State> {
  const { mints, held } = await coin(uat, 'VCHF', 'AVAX')
  const { settlements, returns } = await provider(uat)
  const paid = (await booked(uat, 'CHF')).filter(({ counterparty }) => counterparty.account === destinations.VCHF)
  return {
    minted: (await mints()).length,
    held: await held(wallet),
    paid: paid.length,
    settled: settlements.length,
    returned: returns.length,
  }
}

async function mintedOnce(payment: any, before: State): Promise<void> {
  expect(payment).toMatchObject({ sent: '999', fee: '1' })
  expect(await state()).toEqual({
    ...before,
    minted: before.minted + 1,
    held: before.held + 999_000_000n,
    settled: before.settled + 1,
  })
}

async function paidOnce(payment: any, before: State): Promise<void> {
  expect(payment).toMatchObject({ sent: '1000', fee: '0' })
  const after = await state()
  expect(after).toEqual({ ...before, minted: after.minted, paid: before.paid + 1 })
}

async function givenBackOnce(_: unknown, before: State): Promise<void> {
  expect(await state()).toEqual({ ...before, returned: before.returned + 1 })
}

async function sentBackOnce(payment: any, before: State): Promise<void> {
  expect(payment.legs.filter((one: any) => one.leg === 'return')).toHaveLength(1)
  expect(await state()).toEqual(before)
}
