import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { sumOf } from '../exact.ts'
import { sideBySide } from '../programs/side-by-side.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants, contractOf } from './books.ts'
import { onChain } from './ledger-of-chain.ts'
import { change, sandboxControl, money, settlement } from './story.ts'
import { withConstants } from '../programs/constants.ts'

let uat: Uat
const beside = sideBySide(() => uat)
/** One for each pair. */
const clients = new Map<Pair, Client>()

beforeAll(async () => {
  // The answer must have its txid, even on a slow machine.
  uat = await startUat(withConstants({ signingWaitMs: 60_000 }), {})
  for (const pair of pairs) {
    const client = await uat.onboard()
    await sandboxControl(uat, 'wires', { institutionid: client.institutionid, currency: pair[1], amount: '1000000' })
    clients.set(pair, client)
  }
  await uat.pass(1_800)
})
afterAll(() => uat.end())

const pairs = [
  ...['ETH', 'BASE', 'ARB', 'AVAX', 'POL', 'SOL'].map((chain) => ['VCHF', 'CHF', chain] as const),
  ...['ETH', 'BASE', 'CELO', 'SOL'].map((chain) => ['VGBP', 'GBP', chain] as const),
]
type Pair = (typeof pairs)[number]

test.concurrent.for(pairs)(
  '%s against %s on %s: a mint raises the supply by its amount; a redemption lowers it and returns the fiat',
  (pair) =>
    beside.run(async () => {
      const [asset, fiat, blockchain] = pair
      const acme = clients.get(pair)!
      const available = async (asset: string) => (await money(uat, acme, asset)).available
      const chain = onChain(uat.devnet!.origin, blockchain)
      const contract = await contractOf(uat, asset, blockchain)
      const before = await chain.supply(contract)
      const fiatBefore = await available(fiat)

      const minted = await uat.call(acme, 'mintTokens', { asset, blockchain, quantity: '250000.5' })
      expect(minted.body).toMatchObject({ spent: '250000.5', spent_currency: fiat, fee: '0', status: 'pending' })
      expect(minted.body.txid).not.toBe('')
      expect(await change(uat, acme, minted.body.requestid)).toMatchObject({
        status: 'pending',
        type: 'mint',
        quantity: '250000.5',
      })
      expect(await available(fiat)).toBe(sumOf(fiat, fiatBefore, '-250000.5'))

      await beside.pass(settlement)
      const settled = await change(uat, acme, minted.body.requestid)
      expect(settled).toMatchObject({ status: 'settled', stage: 'settled', hold: null })
      expect(settled.txids).toContain(minted.body.txid)
      expect(await chain.exists(settled.txid)).toBe(true)
      expect(await chain.supply(contract)).toBe(before + 250_000_500_000n)
      expect(await available(asset)).toBe('250000.5')

      const redeemed = await uat.call(acme, 'redeemTokens', { asset, blockchain, quantity: '250000.5' })
      expect(redeemed.body).toMatchObject({
        received: '250000.5',
        received_currency: fiat,
        fee: '0',
        status: 'pending',
      })
      await beside.pass(settlement)
      const burned = await change(uat, acme, redeemed.body.requestid)
      expect(burned).toMatchObject({ status: 'settled', type: 'redeem' })
      expect(await chain.exists(burned.txid)).toBe(true)
      expect(await chain.supply(contract)).toBe(before)
      expect(await available(asset)).toBe('0')
      expect(await available(fiat)).toBe(fiatBefore)
    }),
)

test('ledger, bank and chains agree at the end', async () => {
  expect(await brokenInvariants(uat)).toEqual([])
})
