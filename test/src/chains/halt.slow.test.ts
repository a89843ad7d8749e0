import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evmClient } from '../devnet-client.ts'
import { evmAccount } from '@specie/service/chains/adapters/evm/account.ts'
import { createKeystore, openKeystore } from '@specie/service/keys/keystore.ts'
import { calldata } from '@specie/token/evm.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants, contractOf } from './books.ts'
import { askMint, change, coin, funded, sandboxControl, mint, money, publicly, settlement } from './story.ts'

// Coins and their reserves: public (L5), and monitored (L7).

let uat: Uat
let acme: Client
let folder: string
const keystore = () => join(folder, 'keystore.json')
const passphrase = 'test-passphrase-of-a-test'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-halt-'))
  await createKeystore(keystore(), passphrase, { N: 2 ** 10, r: 8, p: 1 })
  uat = await startUat({ KEYSTORE: keystore(), KEYSTORE_PASSPHRASE: passphrase }, {})
  acme = await funded(uat, { CHF: '70000000', GBP: '1000000' })
})
afterAll(async () => {
  await uat.end()
  await rm(folder, { recursive: true, force: true })
})

const statusOf = async (service: string) =>
  (await publicly(uat, 'status')).services.find((one: any) => one.service === service)

test('a mint that the reserve does not cover waits for the sweep', async () => {
  await sandboxControl(uat, 'counterparts/bank', { sweeps: 'delayed' })
  const first = await mint(uat, acme, { quantity: '30000000' })
  expect(first.txid).not.toBe('')
  const second = await mint(uat, acme, { quantity: '30000000' }) // the buffer is 50,000,000
  expect(second).toMatchObject({ txid: '', status: 'pending' })
  await uat.pass(settlement)
  expect(await change(uat, acme, first.requestid)).toMatchObject({ status: 'settled' })
  expect(await change(uat, acme, second.requestid)).toMatchObject({ stage: 'waiting_reserve', txid: '', txids: [] })
  expect(await money(uat, acme, 'VCHF')).toEqual({ available: '30000000', pending: '0' })

  await sandboxControl(uat, 'counterparts/bank', { sweeps: 'normal' })
  await uat.pass(settlement)
  expect(await change(uat, acme, second.requestid)).toMatchObject({ status: 'settled', stage: 'settled' })
  expect(await money(uat, acme, 'VCHF')).toEqual({ available: '60000000', pending: '0' })
})

test('the public sees circulation, chains and coverage', async () => {
  for (const [asset, blockchain] of [
    ['VCHF', 'SOL'],
    ['VGBP', 'CELO'],
  ] as const)
    await mint(uat, acme, { asset, blockchain })
  await uat.pass(settlement)
  const { assets } = await publicly(uat, 'reserves')
  expect(assets.map((one: { asset: string }) => one.asset)).toEqual(['VCHF', 'VGBP'])
  for (const { asset, chains, circulating, coverage, reserves } of assets) {
    let sum = 0n
    for (const { blockchain, contract, supply } of chains) {
      const coins = await coin(uat, asset, blockchain)
      const onChain = await coins.supply()
      expect([contract, micro(supply)]).toEqual([coins.contract, onChain])
      sum += onChain
    }
    expect(micro(circulating)).toBe(sum)
    expect(sum).toBeGreaterThan(0n)
    expect(Number(coverage)).toBeGreaterThanOrEqual(1)
    expect(reserves).toMatchObject([{ type: 'bank', currency: asset.slice(1) }])
  }
})

const micro = (amount: string): bigint => {
  const [whole = '0', rest = ''] = amount.split('.')
  return BigInt(whole + rest.padEnd(6, '0'))
}

test('coins without a request here halt their own minting automatically, and no other', async () => {
  expect(await brokenInvariants(uat)).toEqual([])
  expect(await statusOf('minting')).toMatchObject({ status: 'online', notice: null })

  // An attacker has the minter's key.
  const minter = await evmAccount(await openKeystore(keystore(), passphrase), 'minter', 'ARB')
  const thief = await evmClient(uat.devnet!.origin, 'ARB')
  const requestId = `0x${randomBytes(32).toString('hex')}` as const
  const data = calldata.mint({ requestId, to: thief.account.address, amount: 1_000_000_000n })
  const to = (await contractOf(uat, 'VCHF', 'ARB')) as `0x${string}`
  await thief.reader.waitForTransactionReceipt({
    hash: await thief.wallet.sendTransaction({ account: minter, to, data }),
  })
  await uat.pass(60)

  expect(await statusOf('minting')).toMatchObject({ status: 'halted', notice: 'Minting of VCHF is halted.' })
  const before = await money(uat, acme, 'CHF')
  const refused = await askMint(uat, acme, { blockchain: 'SOL' })
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'halted', details: { what: 'mint:VCHF' } }])
  expect(await money(uat, acme, 'CHF')).toEqual(before)

  const pounds = await mint(uat, acme, { asset: 'VGBP' })
  await uat.pass(settlement)
  expect(await change(uat, acme, pounds.requestid)).toMatchObject({ status: 'settled' })
  expect(await brokenInvariants(uat)).toMatchObject([
    { invariant: 'E1', detail: expect.stringMatching(/^nobody asked for it; .*: mint 1000000000 VCHF on ARB, 0x/) },
    { invariant: 'L7', detail: 'VCHF on ARB: 1000 on chain, 0 in the ledger' },
  ])
})
