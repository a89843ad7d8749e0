import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, sandbox } from '../client.ts'
import { startUat, type Uat } from '../uat.ts'
import { brokenInvariants, contractOf } from './books.ts'
import { onChain } from './ledger-of-chain.ts'

let uat: Uat
let acme: Client

beforeAll(async () => {
  // The answer is to have its txid, however slow the machine is.
  uat = await startUat({ SIGNING_WAIT_MS: '60000' }, {})
  acme = await uat.onboard()
  for (const currency of ['CHF', 'GBP'])
    await sandbox(uat.service.origin, 'wires', { institutionid: acme.institutionid, currency, amount: '10000000' })
  await uat.pass(1_800)
})
afterAll(() => uat.end())

async function available(asset: string): Promise<string> {
  const { body } = await uat.call(acme, 'accountBalance')
  return body.balances.find((one: any) => one.asset === asset)?.available ?? '0'
}

async function change(requestid: string): Promise<any> {
  const { body } = await uat.call(acme, 'querySupplyChanges', { requestid })
  return body.supplychanges[0]
}

const pairs = [
  ...['ETH', 'BASE', 'ARB', 'AVAX', 'POL', 'SOL'].map((chain) => ['VCHF', 'CHF', chain] as const),
  ...['ETH', 'BASE', 'CELO', 'SOL'].map((chain) => ['VGBP', 'GBP', chain] as const),
]

test.each(pairs)(
  '%s against %s on %s: minted, the supply rises by exactly that; redeemed, it falls and the fiat is back',
  async (asset, fiat, blockchain) => {
    const chain = onChain(uat.devnet!.origin, blockchain)
    const contract = await contractOf(uat, asset, blockchain)
    const before = await chain.supply(contract)
    const fiatBefore = Number(await available(fiat))

    const minted = await uat.call(acme, 'mintTokens', { asset, blockchain, quantity: '250000.5' })
    expect(minted.body).toMatchObject({ spent: '250000.5', spent_currency: fiat, fee: '0', status: 'pending' })
    expect(minted.body.txid).not.toBe('')
    expect(await change(minted.body.requestid)).toMatchObject({ status: 'pending', type: 'mint', quantity: '250000.5' })
    expect(Number(await available(fiat))).toBe(fiatBefore - 250_000.5)

    await uat.pass(3 * 3_600 + 60)
    const settled = await change(minted.body.requestid)
    expect(settled).toMatchObject({ status: 'settled', stage: 'settled', hold: null })
    expect(settled.txids).toContain(minted.body.txid)
    expect(await chain.exists(settled.txid)).toBe(true)
    expect(await chain.supply(contract)).toBe(before + 250_000_500_000n)
    expect(await available(asset)).toBe('250000.5')

    const redeemed = await uat.call(acme, 'redeemTokens', { asset, blockchain, quantity: '250000.5' })
    expect(redeemed.body).toMatchObject({ received: '250000.5', received_currency: fiat, fee: '0', status: 'pending' })
    await uat.pass(3 * 3_600 + 60)
    const burned = await change(redeemed.body.requestid)
    expect(burned).toMatchObject({ status: 'settled', type: 'redeem' })
    expect(await chain.exists(burned.txid)).toBe(true)
    expect(await chain.supply(contract)).toBe(before)
    expect(await available(asset)).toBe('0')
    expect(Number(await available(fiat))).toBe(fiatBefore)
  },
)

test('ledger, bank and chains agree in the end', async () => {
  expect(await brokenInvariants(uat)).toEqual([])
})
