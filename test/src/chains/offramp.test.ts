import { canonical } from '@specie/protocol/json.ts'
import { evmVisitor } from '@specie/devnet/visitor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, freshNonce } from '../client.ts'
import { startUat, type Uat } from '../uat.ts'
import { brokenInvariants } from './books.ts'
import { coin, type Coin, funded, lever, mint, until } from './story.ts'

// Coins on a real chain, over an off-ramp, to a bank.

let uat: Uat
let acme: Client
let coins: Coin
let stranger: Awaited<ReturnType<typeof evmVisitor>>

beforeAll(async () => {
  uat = await startUat({}, {})
  acme = await funded(uat, { CHF: '200000' })
  stranger = await evmVisitor(uat.devnet!.origin, 'BASE')
  const { address } = stranger.account
  await lever(uat, 'addresses', { institutionid: acme.institutionid, blockchain: 'BASE', address, label: 'stranger' })
  await mint(uat, acme, { destination: 'stranger' })
  await uat.pass(60)
  coins = await coin(uat, 'VCHF', 'BASE')
}, 120_000)
afterAll(() => uat.end())

/** An off-ramp for francs on Base, once it is active. */
async function offRamp(): Promise<any> {
  const body = canonical({
    railtype: 'StablecoinToFiat',
    sender: { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' },
    bankaccount: { destination: 'CH9300762011623852957' },
    instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'BASE' },
  })
  const nonce = freshNonce()
  await uat.database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  const { body: answer } = await acme.call(
    'addPaymentRail',
    {},
    {
      origin: uat.service.origin,
      nonce,
      body,
      contentType: 'application/json',
      signed: `/api/v1/private/addPaymentRail${body}${nonce}`,
    },
  )
  expect(answer).toMatchObject({ railid: expect.any(String), status: 'pending' })
  const { railid } = answer
  return until(
    async () => (await uat.call(acme, 'queryPaymentRails', { railid })).body.rails[0],
    (rail) => rail.status === 'active',
  )
}

const payments = async (railid: string): Promise<any[]> =>
  (await uat.call(acme, 'queryPayments', { railid })).body.payments

/** The stranger sends coins, and everything that follows from it happens. */
async function send(to: string, amount: bigint): Promise<string> {
  const hash = await stranger.wallet.sendTransaction({
    to: coins.contract as `0x${string}`,
    data: `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`,
  })
  await stranger.reader.waitForTransactionReceipt({ hash })
  await uat.pass(60)
  return hash
}

test('coins are burned, and the bank pays their worth', async () => {
  const { railid, fundinginstructions } = await offRamp()
  const supply = await coins.supply()
  const txid = await send(fundinginstructions.address, 1_000_500_000n)
  const afterAWhile = () => uat.pass(1_800).then(() => payments(railid)) // the reserve pays first, and then the bank
  const [payment] = await until(afterAWhile, ([one]) => one?.status === 'completed')
  expect(payment).toMatchObject({
    status: 'completed',
    received: '1000.5',
    received_currency: 'VCHF',
    sent: '1000.5',
    sent_currency: 'CHF',
    fee: '0',
    bankref: expect.any(String),
    reason: null,
  })
  expect(payment.legs[0]).toMatchObject({ leg: 'received', ref: txid })
  expect(await coins.supply()).toBe(supply - 1_000_500_000n)
  expect(await coins.held(fundinginstructions.address)).toBe(0n)
}, 120_000)

test('coins that are too few are back where they came from', async () => {
  const { railid, fundinginstructions } = await offRamp()
  const before = await coins.held(stranger.account.address)
  await send(fundinginstructions.address, 500_000n)
  await uat.pass(60)
  expect(await payments(railid)).toMatchObject([
    { status: 'returned', received: '0.5', reason: 'Less than the smallest payment of 1 VCHF.' },
  ])
  expect(await coins.held(stranger.account.address)).toBe(before)
  expect(await coins.held(fundinginstructions.address)).toBe(0n)
}, 60_000)

test('ledger, bank and chains agree in the end', async () => {
  expect(await brokenInvariants(uat)).toEqual([])
}, 60_000)
