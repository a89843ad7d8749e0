import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { startUat, type Uat } from '../uat.ts'
import { brokenInvariants } from './books.ts'
import { coin, lever, money, settlement } from './story.ts'

let uat: Uat
let acme: Client

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'BASE,SOL' })
  await uat.pass(1_800) // the reserve has its buffer, which stands behind what is given away here
  acme = await uat.onboard()
  for (const [blockchain, address] of Object.entries(wallets)) {
    await lever(uat, 'deposits', { ...whose(), asset: 'VCHF', blockchain, quantity: '1000' })
    await lever(uat, 'addresses', { ...whose(), blockchain, address, label: `vault ${blockchain}` })
  }
  await uat.pass(60)
})
afterAll(() => uat.end())

const whose = () => ({ institutionid: acme.institutionid })
/** Their keys are nobody's here. */
const wallets = {
  BASE: '0x52908400098527886E0F7030069857D2E4169EE7',
  SOL: '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
} as const

const ask = (blockchain: string, over: Record<string, string> = {}) =>
  uat.call(acme, 'withdraw', {
    asset: 'VCHF',
    quantity: '100',
    destination: `vault ${blockchain}`,
    blockchain,
    ...over,
  })
const withdrawal = async (withdrawalid: string) =>
  (await uat.call(acme, 'queryWithdrawals', { withdrawalid })).body.withdrawals[0]
const cancel = (withdrawalid: string) => uat.call(acme, 'cancelWithdrawal', { withdrawalid })

describe.each(['BASE', 'SOL'] as const)('VCHF on %s', (blockchain) => {
  test('to a whitelisted wallet: the fee is shown, and exactly the quantity arrives', async () => {
    const { body } = await uat.call(acme, 'withdrawAddresses', { blockchain })
    expect(body.addresses).toMatchObject([
      {
        label: `vault ${blockchain}`,
        address: wallets[blockchain],
        status: 'Confirmed',
        travelrule: { status: 'complete' },
      },
    ])
    const coins = await coin(uat, 'VCHF', blockchain)
    const before = await money(uat, acme, 'VCHF')
    const asked = (await ask(blockchain)).body
    expect(asked).toMatchObject({ status: 'pending', fee: '0.1', fee_currency: 'VCHF', txids: [] })
    expect(await money(uat, acme, 'VCHF')).toEqual({ available: minus(before.available, 100.1), pending: '100.1' })
    await uat.pass(3_600)
    expect(await withdrawal(asked.withdrawalid)).toMatchObject({ status: 'pending', txids: [], fee: '0.1' })

    await uat.pass(settlement)
    const done = await withdrawal(asked.withdrawalid)
    expect(done).toMatchObject({ status: 'completed', quantity: '100', address: wallets[blockchain], reason: null })
    expect(await coins.exists(done.txids.at(-1))).toBe(true)
    const txid = done.txids[0].replace(/(?<=^0x).*/, (hex: string) => hex.toUpperCase())
    const found = await uat.call(acme, 'queryWithdrawals', { txid })
    expect(found.body.withdrawals).toMatchObject([{ withdrawalid: asked.withdrawalid }])
    expect(await coins.held(wallets[blockchain])).toBe(100_000_000n)
    expect(await money(uat, acme, 'VCHF')).toEqual({ available: minus(before.available, 100.1), pending: '0' })
    expect((await cancel(asked.withdrawalid)).body).toMatchObject({ code: 'not_cancelable' })
  })

  test('canceled before it leaves: all of it is back, the fee, too', async () => {
    const before = await money(uat, acme, 'VCHF')
    const { withdrawalid } = (await ask(blockchain)).body
    await uat.pass(60)
    expect((await cancel(withdrawalid)).body).toMatchObject({ status: 'canceled' })
    expect(await money(uat, acme, 'VCHF')).toEqual(before)
    await uat.pass(settlement)
    expect(await withdrawal(withdrawalid)).toMatchObject({ status: 'canceled', txids: [] })
    expect(await (await coin(uat, 'VCHF', blockchain)).held(wallets[blockchain])).toBe(100_000_000n)
  })

  test('reverted by the chain: it has failed, and all of it is back', async () => {
    const before = await money(uat, acme, 'VCHF')
    const { withdrawalid } = (await ask(blockchain)).body
    await lever(uat, `chains/${blockchain}/revert-next`)
    await uat.pass(settlement)
    expect(await withdrawal(withdrawalid)).toMatchObject({
      status: 'failed',
      reason: 'The transaction was reverted by the chain.',
      txids: [expect.any(String)],
    })
    expect(await money(uat, acme, 'VCHF')).toEqual(before)
    expect(await (await coin(uat, 'VCHF', blockchain)).held(wallets[blockchain])).toBe(100_000_000n)
  })
})

const minus = (amount: string, less: number): string => String((Number(amount) * 10 - less * 10) / 10)

test.each([
  ['a wallet that is not listed', { destination: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }, 'unknown_destination'],
  ['a label that is not listed', { destination: 'elsewhere' }, 'unknown_destination'],
  ['a wallet that is listed for another chain', { destination: wallets.SOL }, 'other_chain'],
])('%s gets nothing', async (_, over, reason) => {
  const before = await money(uat, acme, 'VCHF')
  const { status, body } = await ask('BASE', over)
  expect([status, body]).toMatchObject([403, { code: 'external_wallet_not_whitelisted', details: { reason } }])
  expect(await money(uat, acme, 'VCHF')).toEqual(before)
})

test('ledger, bank and chains agree in the end', async () => {
  expect(await brokenInvariants(uat)).toEqual([])
})
