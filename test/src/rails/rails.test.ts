import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coin, sandboxControl } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { minorOf, sumOf } from '../exact.ts'
import {
  activeRail,
  banksAgree,
  booked,
  brokenRails,
  type Coin,
  destinations,
  feed,
  fiatOf,
  offRamp,
  onRamp,
  pay,
  paymentComes,
  provider,
  railOf,
} from './rails.ts'
import { startUat, type Uat } from '../programs/uat.ts'

// From the signed call to `completed`, in both directions, on a chain of either family. Our commission is a quarter of a
// percent.

let uat: Uat
let acme: Client

/** Their keys have no holder here. */
const wallets = {
  ETH: `0x${randomBytes(20).toString('hex')}`,
  SOL: '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
}
type Chain = keyof typeof wallets

beforeAll(async () => {
  uat = await startUat({ FEES_BPS: 'rail=25' }, { DEVNET_CHAINS: 'ETH,SOL' })
  await uat.pass(1_800) // the buffer of the reserve backs the coins of others
  acme = await uat.onboard()
  for (const [blockchain, address] of Object.entries(wallets))
    await sandboxControl(uat, 'addresses', {
      institutionid: acme.institutionid,
      blockchain,
      address,
      label: `vault ${blockchain}`,
    })
})
afterAll(() => uat?.end())

type OnRamp = { asset: Coin; chain: Chain; amount: string; commission: string; spread: string; sent: string }
type OffRamp = { asset: Coin; chain: Chain; amount: string; fee: string; sent: string }

const onRamps: OnRamp[] = [
  { asset: 'VCHF', chain: 'ETH', amount: '98765.43', commission: '246.92', spread: '98.77', sent: '98419.74' },
  { asset: 'VGBP', chain: 'SOL', amount: '1000.01', commission: '2.51', spread: '1.01', sent: '996.49' },
]
const offRamps: OffRamp[] = [
  { asset: 'VCHF', chain: 'SOL', amount: '4321.09', fee: '10.81', sent: '4310.28' },
  { asset: 'VGBP', chain: 'ETH', amount: '250000', fee: '625', sent: '249375' },
]

/** The visible result of a rail once its payment is completed. */
type Story = { railid: string; rail: any; supply: bigint; told: any; payment: any }
const stories = new Map<object, Story>()

/** For all rails together: they wait for the same bank. */
beforeAll(async () => {
  const rails = [
    ...onRamps.map((one) => [one, onRamp(one.asset, one.chain, `vault ${one.chain}`)] as const),
    ...offRamps.map((one) => [one, offRamp(one.asset, one.chain)] as const),
  ]
  for (const [one, ask] of rails) {
    const railid = await activeRail(uat, acme, ask)
    const rail = await railOf(uat, acme, railid)
    const supply = await (await coin(uat, one.asset, one.chain)).supply()
    stories.set(one, { railid, rail, supply, told: await pay(uat, railid, one.amount), payment: null })
  }
  for (const story of stories.values()) story.payment = await paymentComes(uat, acme, story.railid, 'completed')
})

const legsOf = (payment: any): string[] => payment.legs.map((one: any) => `${one.leg} ${one.status}`)

/** An institution's events of a rail and of its payment. */
async function isReported({ railid, payment }: Story): Promise<void> {
  const answer = await feed(uat, acme)
  const of = (id: string) => answer.filter((one) => one.id === id).map((one) => one.told)
  expect(of(railid)).toEqual(['rail pending', 'rail active'])
  const states = ['received', 'pending', 'converting', 'sent', 'completed']
  expect(of(payment.paymentid)).toEqual(states.map((status) => `payment ${status}`))
}

test.each(onRamps)('$amount for $asset on $chain: paid in by a bank, received as coins in the wallet', async (one) => {
  const { asset, chain, amount, commission, spread, sent } = one
  const story = stories.get(one)!
  const fiat = fiatOf(asset)
  const { fundinginstructions } = story.rail
  expect(fundinginstructions).toMatchObject({ iban: expect.stringMatching(/^(CH|GB)/), currency: fiat })
  expect(story.payment).toMatchObject({ received: amount, received_currency: fiat, sent, sent_currency: asset })
  const fee = sumOf(fiat, commission, spread)
  expect(story.payment).toMatchObject({ rate: '1', fee, fee_currency: fiat, bankref: null, reason: null, hold: null })
  expect(sumOf(asset, sent, fee)).toBe(amount)
  expect(legsOf(story.payment)).toEqual([
    'received arrived',
    'screening cleared',
    'conversion asked',
    'conversion settled',
    'spread kept',
    'wire booked',
    'commission taken',
    'reserve funding',
    'reserve covered',
    'mint sent',
    'mint final',
    'completed completed',
  ])

  const { held, supply, exists } = await coin(uat, asset, chain)
  expect(await held(wallets[chain])).toBe(minorOf(asset, sent))
  expect(await supply()).toBe(story.supply + minorOf(asset, sent))
  expect(await exists(story.payment.txid)).toBe(true)
  const { arrivals, settlements } = await provider(uat)
  const arrival = arrivals.find(({ reference }: any) => reference === fundinginstructions.reference)
  expect(arrival).toMatchObject({ amount, currency: fiat, gone: 'settled' })
  const net = sumOf(fiat, amount, `-${spread}`)
  expect(settlements.filter((some: any) => some.arrival === arrival.id)).toMatchObject([{ net, spread }])
  const wires = (await booked(uat, fiat)).filter((entry) => entry.amount === minorOf(fiat, net))
  expect(wires).toMatchObject([{ direction: 'credit', counterparty: { name: 'UAT Conversion Provider AG' } }])
  await isReported(story)
})

test.each(offRamps)(
  '$amount $asset on $chain: sent by an outsider, received as money on the bank account',
  async (one) => {
    const { asset, chain, amount, fee, sent } = one
    const story = stories.get(one)!
    const fiat = fiatOf(asset)
    const { address, ...place } = story.rail.fundinginstructions
    expect(place).toEqual({ asset, blockchain: chain, memo: null, min_amount: '1' })
    expect(story.payment).toMatchObject({ received: amount, received_currency: asset, sent, sent_currency: fiat })
    expect(story.payment).toMatchObject({ rate: '1', fee, fee_currency: fiat, reason: null, hold: null })
    expect(sumOf(asset, sent, fee)).toBe(amount)
    expect(story.payment.legs[0]).toMatchObject({ leg: 'received', ref: story.told.txids[0] })
    expect(legsOf(story.payment)).toEqual([
      'received arrived',
      'screening cleared',
      'collection final',
      'burn final',
      expect.stringMatching(/^commission /),
      'payout asked',
      'payout booked',
      'completed completed',
    ])

    const { held, supply, exists } = await coin(uat, asset, chain)
    expect(await held(address)).toBe(0n)
    expect(await supply()).toBe(story.supply) // the coins were minted for this, and are burned
    expect(await exists(story.payment.txid)).toBe(true)
    const paid = (await booked(uat, fiat)).filter(({ bankref }) => bankref === story.payment.bankref)
    const counterparty = { account: destinations[asset] }
    expect(paid).toMatchObject([{ direction: 'debit', amount: minorOf(fiat, sent), counterparty }])
    await isReported(story)
  },
)

test('bank, provider, chains and ledger agree at the end', async () => {
  expect(await brokenRails(uat)).toEqual([])
  await banksAgree(uat)
  const left = await uat.database.app.query(
    `select name, owner, asset, balance from ledger.account
     where name in ('rail', 'provider_fiat', 'provider_payable') and balance <> 0`,
  )
  expect(left).toEqual([])
  const fees = await uat.database.app.query(
    `select asset, balance from ledger.account where pool = 'client' and name = 'fees_due' order by asset`,
  )
  expect(fees).toEqual([
    { asset: 'CHF', balance: 24_692n + 1_081n },
    { asset: 'GBP', balance: 251n + 62_500n },
  ])
})
