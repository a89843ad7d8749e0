import { randomUUID } from 'node:crypto'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { sideBySide } from '../programs/side-by-side.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { askBitcoin, unspentOf } from './bitcoin.ts'
import { brokenInvariants } from './books.ts'
import { onChain } from './ledger-of-chain.ts'
import { coin, sandboxControl, money, settlement, until, untilStated } from './story.ts'
import { withConstants } from '../programs/constants.ts'

// Crypto that was deposited or bought here is withdrawn to a whitelisted address.

let uat: Uat
const beside = sideBySide(() => uat)

beforeAll(async () => {
  const settings = { ...withConstants({ referenceCalmSeconds: 0 }), MARKET_LIMITS: 'ETH/CHF.loss=900000' }
  uat = await startUat(settings, { DEVNET_CHAINS: 'ETH,BTC' })
  await sandboxControl(uat, 'counterparts/provider', { symbol: 'ETH/CHF', price: '2000', frozen: true })
  await sandboxControl(uat, 'counterparts/provider', { symbol: 'ETH/GBP', price: '1600', frozen: true })
  await sandboxControl(uat, 'counterparts/provider', { symbol: 'GBP/CHF', price: '1.25', frozen: true })
  await sandboxControl(uat, 'rates')
})
afterAll(() => uat.end())

type Asset = 'ETH' | 'USDC' | 'BTC'
const decimals = { ETH: 18, USDC: 6, BTC: 8 } as const
const chainOf = (asset: Asset) => (asset === 'BTC' ? 'BTC' : 'ETH')
const units = (asset: Asset, text: string): bigint => {
  const [whole = '0', rest = ''] = text.split('.')
  return BigInt(whole + rest.padEnd(decimals[asset], '0'))
}

/** Keys without a holder here; a new one for each test, so that its balance is that of the test. */
function wallet(asset: Asset): string {
  if (asset === 'BTC') return takeBitcoin()
  return `0x${randomUUID().replaceAll('-', '')}${randomUUID().slice(0, 8)}`
}
const bitcoinWallets = [
  'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
  'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
]
/** Its chain may write it in another case. */
const written = (address: string) => expect.stringMatching(new RegExp(`^${address}$`, 'i'))
const takeBitcoin = (): string => bitcoinWallets.shift()!

async function heldBy(asset: Asset, address: string): Promise<bigint> {
  if (asset === 'BTC') return unspentOf(uat, address)
  if (asset === 'USDC') return (await coin(uat, 'USDC', 'ETH')).held(address)
  return onChain(uat.devnet!.origin, 'ETH').balance(null, address)
}

/** An institution with crypto at its own address and a destination wallet. */
async function holder(asset: Asset, quantity: string) {
  const client = await uat.onboard()
  const address = wallet(asset)
  const { institutionid } = client
  const given =
    quantity === '0'
      ? null
      : await sandboxControl(uat, 'deposits', { institutionid, asset, blockchain: chainOf(asset), quantity })
  await sandboxControl(uat, 'addresses', { institutionid, blockchain: chainOf(asset), address, label: 'vault' })
  await beside.pass(60)
  if (given)
    await until(
      () => money(uat, client, asset),
      ({ available }) => available === quantity,
    )
  return { client, address, own: given?.address as string }
}

const ask = (client: Client, asset: Asset, quantity: string, over: Record<string, string> = {}) =>
  uat.call(client, 'withdraw', { asset, quantity, destination: 'vault', ...over })

async function requested(client: Client, asset: Asset, quantity: string): Promise<any> {
  const { status, body } = await ask(client, asset, quantity)
  expect([status, body]).toMatchObject([200, { status: 'pending', validated: false }])
  return body
}

const rowOf = async (client: Client, withdrawalid: string) =>
  (await uat.call(client, 'queryWithdrawals', { withdrawalid })).body.withdrawals[0]

/** Three hours later, and as long as its chain takes. */
async function ended(client: Client, withdrawalid: string): Promise<any> {
  await beside.pass(settlement)
  return isOver(client, withdrawalid)
}
const isOver = (client: Client, withdrawalid: string): Promise<any> =>
  until(
    () => rowOf(client, withdrawalid),
    ({ status }) => status !== 'pending',
  )

/** The ledger balance of an institution's address. */
async function booked({ institutionid }: Pick<Client, 'institutionid'>, asset: Asset): Promise<bigint> {
  const [row] = await uat.database.owner.query<{ balance: bigint }>(
    `select balance from ledger.account where pool = 'client' and name = 'transitional' and owner = $1 and asset = $2`,
    [institutionid, asset],
  )
  return row!.balance
}

describe.concurrent.each([
  ['ETH', '3', '1.5', '0.001', '1.499'],
  ['USDC', '500', '120.5', '2', '377.5'],
  ['BTC', '0.5', '0.2', '0.0001', '0.2999'],
] as const)('a deposit of %s', (asset, quantity, out, fee, left) => {
  test('leaves after three hours for a whitelisted address, in the exact requested amount', () =>
    beside.run(async () => {
      const { client, address, own } = await holder(asset, quantity)
      const { body } = await ask(client, asset, out, { validate: 'true' })
      expect(body).toMatchObject({ validated: true, fee, fee_currency: asset, address: written(address) })
      const { withdrawalid, ...answer } = await requested(client, asset, out)
      expect(answer).toMatchObject({ fee, fee_currency: asset, txids: [], destination: 'vault' })
      expect((await money(uat, client, asset)).available).toBe(left)
      await beside.pass(3_600)
      expect(await rowOf(client, withdrawalid)).toMatchObject({ status: 'pending', txids: [] })
      expect(await heldBy(asset, address)).toBe(0n)

      const done = await ended(client, withdrawalid)
      expect(done).toMatchObject({
        status: 'completed',
        quantity: out,
        fee,
        blockchain: chainOf(asset),
        address: written(address),
        reason: null,
      })
      expect(done.txids.length).toBeGreaterThan(0)
      expect(await heldBy(asset, address)).toBe(units(asset, out))
      expect(await money(uat, client, asset)).toEqual({ available: left, pending: '0' })
      // The network fee was paid from the fee.
      const there = await heldBy(asset, own)
      expect(there).toBe(await booked(client, asset))
      const network = units(asset, quantity) - units(asset, out) - there
      expect(network > 0n).toBe(asset !== 'USDC')
      expect(network).toBeLessThanOrEqual(units(asset, fee))

      expect((await uat.call(client, 'queryTransfers', { type: 'withdrawal' })).body.transfers).toMatchObject([
        { transferid: withdrawalid, asset, quantity: out, fee, status: 'completed' },
      ])
      const period = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', format: 'json', asset }
      const [statement] = (await uat.call(client, 'statement', period)).body.statements
      expect(statement).toMatchObject({ asset, opening: '0', closing: left })
      expect((await uat.call(client, 'cancelWithdrawal', { withdrawalid })).body).toMatchObject({
        code: 'not_cancelable',
      })
    }))
})

test.concurrent('the minimum and the fee are published, and apply', () =>
  beside.run(async () => {
    const { client } = await holder('ETH', '1')
    const response = await fetch(`${uat.service.origin}/api/v1/client/assets`, { headers: { 'user-agent': 'test' } })
    const { assets } = (await response.json()) as any
    const [carrier] = assets.find((one: any) => one.symbol === 'ETH').blockchains
    expect(carrier).toMatchObject({ blockchain: 'ETH', min_withdraw: '0.01', withdraw_fee: '0.001' })
    expect((await ask(client, 'ETH', '0.0099')).body).toMatchObject({
      code: 'bad_request',
      details: { rule: 'min_withdraw' },
    })
    expect((await ask(client, 'ETH', '0.9995')).body).toMatchObject({ code: 'insufficient_balance' })
    expect((await ask(client, 'ETH', '0.01', { blockchain: 'BTC' })).body).toMatchObject({ code: 'unknown_blockchain' })
    expect(await money(uat, client, 'ETH')).toEqual({ available: '1', pending: '0' })
  }))

test.concurrent('two parallel withdrawals of bitcoin spend different coins, and each arrives once', () =>
  beside.run(async () => {
    const { client, address } = await holder('BTC', '0.3')
    const { institutionid } = client
    await sandboxControl(uat, 'deposits', { institutionid, asset: 'BTC', blockchain: 'BTC', quantity: '0.3' })
    await until(
      () => money(uat, client, 'BTC'),
      ({ available }) => available === '0.6',
    )
    const ids = [
      await requested(client, 'BTC', '0.1'),
      await requested(client, 'BTC', '0.15'),
      await requested(client, 'BTC', '0.05'),
    ]
    await beside.pass(settlement)
    const done = []
    for (const { withdrawalid } of ids) done.push(await isOver(client, withdrawalid))
    expect(done.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
    const spent: string[] = []
    for (const { txids } of done) {
      const { vin } = await askBitcoin(uat, 'getrawtransaction', txids.at(-1), 2)
      spent.push(...vin.map((input: any) => `${input.txid}:${input.vout}`))
    }
    expect(new Set(spent).size).toBe(spent.length)
    expect(await unspentOf(uat, address)).toBe(units('BTC', '0.3'))
  }))

/** Buys from the desk, which has deposited its coins. */
async function buy(client: Client, orderqty: string): Promise<void> {
  const order = { symbol: 'ETH/CHF', side: 'Buy', ordtype: 'Limit', timeinforce: 'FOK', orderqty, price: '2020' }
  await until(
    async () =>
      (await uat.call(client, 'addOrder', { timestamp: new Date().toISOString(), clordid: randomUUID(), ...order }))
        .body,
    (body: any) => body.order.ordstatus === 'Filled',
  )
}

test.concurrent('ether bought here leaves from the address that holds it; an amount split over addresses is requested in parts', () =>
  beside.run(async () => {
    const { client, address } = await holder('ETH', '1')
    await sandboxControl(uat, 'wires', { institutionid: client.institutionid, currency: 'CHF', amount: '50000' })
    await sandboxControl(uat, 'deposits', { institutionid: house, asset: 'ETH', blockchain: 'ETH', quantity: '20' })
    await beside.pass(60)
    await buy(client, '5')
    expect(await money(uat, client, 'ETH')).toEqual({ available: '6', pending: '0' })

    const whole = await ask(client, 'ETH', '5.9')
    expect([whole.status, whole.body]).toMatchObject([
      400,
      { code: 'insufficient_balance', details: { available: expect.stringMatching(/^4\.99/) } },
    ])
    expect(whole.body.message).toMatch(/At most 4\.99\d* ETH can leave in one withdrawal/)
    expect(await money(uat, client, 'ETH')).toEqual({ available: '6', pending: '0' })

    const before = await booked({ institutionid: house }, 'ETH')
    const bought = await requested(client, 'ETH', '4.9')
    const own = await requested(client, 'ETH', '0.9')
    expect(await ended(client, bought.withdrawalid)).toMatchObject({ status: 'completed' })
    expect(await isOver(client, own.withdrawalid)).toMatchObject({ status: 'completed' })
    expect(await heldBy('ETH', address)).toBe(units('ETH', '5.8'))
    expect(before - (await booked({ institutionid: house }, 'ETH'))).toBeGreaterThan(units('ETH', '4.9'))
  }))

test.concurrent('a hold stops it until it is signed, and it can be canceled meanwhile', () =>
  beside.run(async () => {
    const { client, address } = await holder('ETH', '2')
    const { institutionid } = client
    const first = await requested(client, 'ETH', '1')
    const placed = await sandboxControl(uat, 'holds', { institutionid, on: first.withdrawalid, reason: 'aml_review' })
    expect(placed).toMatchObject({ status: 'held' })
    await beside.pass(settlement)
    expect(await rowOf(client, first.withdrawalid)).toMatchObject({ status: 'held', txids: [] })
    expect((await uat.call(client, 'cancelWithdrawal', { withdrawalid: first.withdrawalid })).body).toMatchObject({
      status: 'canceled',
    })
    expect(await money(uat, client, 'ETH')).toEqual({ available: '2', pending: '0' })

    // The hold moves to the next one.
    const second = await requested(client, 'ETH', '1')
    await beside.pass(settlement)
    expect(await rowOf(client, second.withdrawalid)).toMatchObject({ status: 'held', txids: [] })
    await sandboxControl(uat, `holds/${placed.holdid}/release`)
    expect(await ended(client, second.withdrawalid)).toMatchObject({ status: 'completed' })
    expect(await heldBy('ETH', address)).toBe(units('ETH', '1'))
  }))

test('a transaction that the chain reverts has failed, and all is returned but the network fee', async () => {
  const { client, address, own } = await holder('ETH', '2')
  const { withdrawalid } = await requested(client, 'ETH', '1')
  await sandboxControl(uat, 'chains/ETH/revert-next')
  expect(await ended(client, withdrawalid)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('reverted'),
  })
  expect(await heldBy('ETH', address)).toBe(0n)
  const { available, pending } = await money(uat, client, 'ETH')
  expect([units('ETH', available), pending]).toEqual([await heldBy('ETH', own), '0'])
  expect(await booked(client, 'ETH')).toBe(await heldBy('ETH', own))
})

test('on a stalled chain it offers a higher fee, and arrives once', async () => {
  const { client, address } = await holder('ETH', '2')
  const { withdrawalid } = await requested(client, 'ETH', '1')
  await sandboxControl(uat, 'chains/ETH/stall')
  await uat.pass(settlement)
  const signed = await until(
    () => rowOf(client, withdrawalid),
    ({ txids }) => txids.length > 0,
  )
  expect(signed).toMatchObject({ status: 'pending', stage: 'confirming' })
  expect((await uat.call(client, 'cancelWithdrawal', { withdrawalid })).body).toMatchObject({ code: 'not_cancelable' })
  await until(
    () => rowOf(client, withdrawalid),
    ({ txids }) => txids.length > 1, // for a higher fee, under the same nonce
  )
  await sandboxControl(uat, 'chains/ETH/resume')
  expect(await ended(client, withdrawalid)).toMatchObject({ status: 'completed' })
  expect(await heldBy('ETH', address)).toBe(units('ETH', '1'))
})

test('ledger, bank and chains agree at the end', async () => {
  await untilStated(uat)
  expect(await brokenInvariants(uat)).toEqual([])
})
