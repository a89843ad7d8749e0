import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { sideBySide } from '../programs/side-by-side.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants } from './books.ts'
import { askMint, change, coin, sandboxControl, mint, money, settlement, until } from './story.ts'
import { withConstants } from '../programs/constants.ts'

// Obstacles between a mint request and its coins: people, a price, a chain.

let uat: Uat
const beside = sideBySide(() => uat)

beforeAll(async () => {
  // An answer must have its txid, even on a slow machine.
  uat = await startUat(withConstants({ signingWaitMs: 60_000 }), { DEVNET_CHAINS: 'ARB,AVAX,BASE,POL' })
  await sandboxControl(uat, 'counterparts/provider', { symbol: 'GBP/CHF', price: '1.125', frozen: true })
})
afterAll(() => uat.end())

/** An institution with a million of it. */
async function rich(currency = 'CHF'): Promise<Client> {
  const client = await uat.onboard()
  const { institutionid } = client
  await sandboxControl(uat, 'wires', { institutionid, currency, amount: '1000000' })
  await beside.pass(1_800)
  return client
}
const francs = async (client: Client) => (await money(uat, client, 'CHF')).available

describe.concurrent('a hold', () => {
  const hold = async ({ institutionid }: Client) => {
    const { holdid } = await sandboxControl(uat, 'holds', { institutionid, on: 'next mint', reason: 'aml_review' })
    return holdid as string
  }

  test('stops the mint; after a release, the mint settles', () =>
    beside.run(async () => {
      const acme = await rich('GBP') // the only mints of VGBP
      const coins = await coin(uat, 'VGBP', 'BASE')
      const holdid = await hold(acme)
      const { requestid, ...asked } = await mint(uat, acme, { asset: 'VGBP' })
      expect(asked).toMatchObject({ txid: '', status: 'held' })
      await beside.pass(settlement)
      expect(await change(uat, acme, requestid)).toMatchObject({
        status: 'held',
        hold: { reason: 'aml_review', since: expect.any(String), message: 'under review, contact support' },
        txid: '',
        txids: [],
      })
      expect(await money(uat, acme, 'GBP')).toEqual({ available: '800000', pending: '200000' })
      expect(await coins.supply()).toBe(0n)

      await sandboxControl(uat, `holds/${holdid}/release`)
      await beside.pass(settlement)
      const settled = await change(uat, acme, requestid)
      expect(settled).toMatchObject({ status: 'settled', hold: null })
      expect(await coins.exists(settled.txid)).toBe(true)
      expect(await coins.supply()).toBe(200_000_000_000n)
    }))

  test('stops the mint; after a rejection, its money is returned', () =>
    beside.run(async () => {
      const acme = await rich()
      const before = await francs(acme)
      const holdid = await hold(acme)
      const { requestid } = await mint(uat, acme)
      await sandboxControl(uat, `holds/${holdid}/reject`)
      await beside.pass(60)
      expect(await change(uat, acme, requestid)).toMatchObject({ status: 'rejected', hold: null, txids: [] })
      expect(await francs(acme)).toBe(before)
    }))
})

describe.concurrent('an external wallet', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'

  test('is named by its label or its address, and gets the coins', () =>
    beside.run(async () => {
      const acme = await rich()
      const refused = await askMint(uat, acme, { destination: address })
      expect([refused.status, refused.body.code]).toEqual([403, 'external_wallet_not_whitelisted'])
      const { institutionid } = acme
      await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'BASE', address, label: 'vault' })
      const coins = await coin(uat, 'VCHF', 'BASE')
      const before = await money(uat, acme, 'VCHF')
      const byLabel = await mint(uat, acme, { destination: 'vault' })
      const byAddress = await mint(uat, acme, { destination: address.toLowerCase() })
      await beside.pass(settlement)
      for (const { requestid } of [byLabel, byAddress])
        expect(await change(uat, acme, requestid)).toMatchObject({ status: 'settled', destination: 'vault' })
      expect(await coins.held(address)).toBe(400_000_000_000n)
      expect(await money(uat, acme, 'VCHF')).toEqual(before)
    }))
})

describe.concurrent('the request', () => {
  test('is only checked with validate', () =>
    beside.run(async () => {
      const acme = await rich()
      const before = await francs(acme)
      expect(await mint(uat, acme, { validate: 'true' })).toMatchObject({
        validated: true,
        txid: '',
        requestid: '',
        fee: '0',
        spent: '200000',
      })
      expect(await francs(acme)).toBe(before)
    }))

  test('has one answer under one clreqid', () =>
    beside.run(async () => {
      const acme = await rich()
      const first = await askMint(uat, acme, { clreqid: 'once' })
      expect(first.body.txid).not.toBe('')
      const again = await askMint(uat, acme, { clreqid: 'once' })
      expect(again.body).toEqual(first.body)
      expect(again.headers.get('x-app-replayed')).toBe('true')
      const other = await askMint(uat, acme, { clreqid: 'once', quantity: '300000' })
      expect([other.status, other.body.code]).toEqual([400, 'duplicate_clreqid'])
      const { body } = await uat.call(acme, 'querySupplyChanges', { clreqid: 'once' })
      expect(body.supplychanges.length).toBe(1)
      await beside.pass(settlement)
    }))

  test('needs the equivalent of GBP 100,000', () =>
    beside.run(async () => {
      const acme = await rich()
      const { status, body } = await askMint(uat, acme, { quantity: '112499.99' })
      expect([status, body]).toMatchObject([
        400,
        {
          code: 'min_amount_below_threshold',
          details: { minimum: '112500', asset: 'VCHF', rate: 'GBP/CHF 1.125', minimum_gbp: '100000' },
        },
      ])
      expect(await mint(uat, acme, { quantity: '112500', validate: 'true' })).toMatchObject({ validated: true })
    }))
})

// One after the other: the time of a retry depends on the load of the machine.
describe('the chain', () => {
  let acme: Client
  beforeAll(async () => {
    acme = await rich()
  })

  test('that reverts a mint has no coins of it: it has failed, and the money is returned', async () => {
    const before = await francs(acme)
    const coins = await coin(uat, 'VCHF', 'ARB')
    await sandboxControl(uat, 'chains/ARB/revert-next')
    const { requestid, txid } = await mint(uat, acme, { blockchain: 'ARB' })
    await beside.pass(settlement)
    expect(await change(uat, acme, requestid)).toMatchObject({
      status: 'failed',
      reason: 'The transaction was reverted by the chain.',
      txids: [txid],
    })
    expect(await coins.supply()).toBe(0n)
    expect(await francs(acme)).toBe(before)
  })

  test('that drops a transaction gets it again', async () => {
    const coins = await coin(uat, 'VCHF', 'AVAX')
    await sandboxControl(uat, 'chains/AVAX/drop-next')
    const { requestid, txid } = await mint(uat, acme, { blockchain: 'AVAX' })
    await until(
      () => coins.exists(txid),
      (there) => there,
    )
    await beside.pass(settlement)
    expect(await change(uat, acme, requestid)).toMatchObject({ status: 'settled', txid, txids: [txid] })
    expect((await coins.mints()).length).toBe(1)
  })

  test('that stalls gets a higher fee; every hash finds the mint', async () => {
    const coins = await coin(uat, 'VCHF', 'POL')
    await sandboxControl(uat, 'chains/POL/stall')
    const { requestid, txid } = await mint(uat, acme, { blockchain: 'POL' })
    await until(
      () => change(uat, acme, requestid),
      ({ txids }) => txids.length > 1,
    )
    await sandboxControl(uat, 'chains/POL/resume')
    await beside.pass(settlement)
    const settled = await change(uat, acme, requestid)
    expect(settled).toMatchObject({ status: 'settled' })
    expect(settled.txids[0]).toBe(txid)
    expect(await coins.exists(settled.txid)).toBe(true)
    for (const hash of settled.txids) {
      const { body } = await uat.call(acme, 'querySupplyChanges', { txid: hash })
      expect(body.supplychanges).toMatchObject([{ requestid }])
    }
    expect((await coins.mints()).length).toBe(1)
  })
})

test('ledger, bank and chains agree at the end', async () => {
  expect(await brokenInvariants(uat)).toEqual([])
})
