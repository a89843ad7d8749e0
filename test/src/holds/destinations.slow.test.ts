import { afterAll, beforeAll, expect, test } from 'vitest'
import { askMint, change, funded, sandboxControl, mint, money, passUntil, settlement } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { activeRail, brokenRails, onRamp, pay, paymentsOf } from '../rails/rails.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { frozen, inWallet, newWallet, paidByBank, reaches, shown } from './story.ts'

// The destination of money is checked again when it leaves: a wallet or bank account may have been revoked since the request.

let uat: Uat
let acme: Client
beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'BASE' })
  acme = await funded(uat, { CHF: '3000000' })
  const { institutionid } = acme
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'BASE', quantity: '1000' })
  await uat.pass(60)
})
afterAll(() => uat?.end())

let wallets = 0
async function listed(): Promise<{ address: string; label: string; addressid: string }> {
  const wallet = { address: newWallet(), label: `vault ${(wallets += 1)}` }
  const { institutionid } = acme
  const { addressid } = await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'BASE', ...wallet })
  return { ...wallet, addressid }
}
const revoke = (addressid: string) => sandboxControl(uat, `addresses/${addressid}/revoke`)
const coins = { asset: 'VCHF', blockchain: 'BASE', quantity: '10' }
const withdraw = async (destination: string, what: Record<string, string> = coins): Promise<string> =>
  (await uat.call(acme, 'withdraw', { ...what, destination })).body.withdrawalid
const inBase = (address: string) => inWallet(uat, 'BASE', address)

test('a held mint with a revoked wallet gets its money back when it is released', async () => {
  const { address, label, addressid } = await listed()
  const { institutionid } = acme
  const { holdid } = await sandboxControl(uat, 'holds', { institutionid, on: 'next mint', reason: 'aml_review' })
  const before = await money(uat, acme, 'CHF')
  const { requestid } = await mint(uat, acme, { destination: label })
  expect(await revoke(addressid)).toEqual({ addressid, status: 'Disabled' })
  await sandboxControl(uat, `holds/${holdid}/release`)
  await uat.pass(settlement)
  expect(await change(uat, acme, requestid)).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(/revoked/),
  })
  expect([await inBase(address), await money(uat, acme, 'CHF')]).toEqual([0n, before])
})

test('a queued mint with a revoked wallet is not signed, and its money is returned', async () => {
  const { address, label, addressid } = await listed()
  const before = await money(uat, acme, 'CHF')
  const requestid = await frozen(uat, ['chains.send.BASE'], async () => {
    const request = await mint(uat, acme, { destination: label })
    await revoke(addressid)
    return request.requestid
  })
  await uat.pass(settlement)
  expect(await change(uat, acme, requestid)).toMatchObject({ status: 'failed', txids: [] })
  expect([await inBase(address), await money(uat, acme, 'CHF')]).toEqual([0n, before])
})

test('a coin withdrawal to a wallet revoked in its three hours is rejected, and its money is returned', async () => {
  const { address, label, addressid } = await listed()
  const before = await money(uat, acme, 'VCHF')
  const id = await withdraw(label)
  await revoke(addressid)
  await uat.pass(settlement)
  const row = await shown(uat, acme, 'withdrawal', id)
  expect(row).toMatchObject({ status: 'rejected', reason: expect.stringMatching(/revoked/), txids: [] })
  expect([await inBase(address), await money(uat, acme, 'VCHF')]).toEqual([0n, before])
})

test('a withdrawal to a suspended wallet waits, and continues when it is usable again', async () => {
  const { address, label, addressid } = await listed()
  const id = await withdraw(label)
  await sandboxControl(uat, `addresses/${addressid}/suspend`)
  await uat.pass(settlement)
  expect([(await shown(uat, acme, 'withdrawal', id)).status, await inBase(address)]).toEqual(['pending', 0n])
  await sandboxControl(uat, `addresses/${addressid}/reinstate`)
  await uat.pass(settlement)
  expect([(await shown(uat, acme, 'withdrawal', id)).status, await inBase(address)]).toEqual(['completed', 10_000_000n])
})

test('a request for a revoked wallet is refused', async () => {
  const { label, addressid } = await listed()
  await revoke(addressid)
  const { status, body } = await askMint(uat, acme, { destination: label })
  expect([status, body.code, body.details.reason]).toEqual([403, 'external_wallet_not_whitelisted', 'disabled'])
})

test('an on-ramp payment with a revoked wallet is returned to its payer; once converted it waits for a person', async () => {
  const [early, late] = [await listed(), await listed()]
  const rails = [
    await activeRail(uat, acme, onRamp('VCHF', 'BASE', early.label)),
    await activeRail(uat, acme, onRamp('VCHF', 'BASE', late.label)),
  ] as const
  await revoke(early.addressid)
  await sandboxControl(uat, 'counterparts/provider', { next: 'settle_late', seconds: 7_200 })
  await pay(uat, rails[1], '2000')
  await uat.pass(60)
  const [converting] = await paymentsOf(uat, acme, rails[1])
  await reaches(uat, 'payment', converting.paymentid, 'converting', 'reference is not null')
  await revoke(late.addressid)
  await pay(uat, rails[0], '1000')
  await uat.pass(4 * 3_600)
  expect(await paymentsOf(uat, acme, rails[0])).toMatchObject([
    { status: 'returned', reason: 'The wallet of the rail has been revoked.' },
  ])
  const [stuck] = await paymentsOf(uat, acme, rails[1])
  expect([stuck.status, stuck.legs.at(-1)]).toMatchObject(['converting', { leg: 'mint', status: 'under review' }])
  expect([await inBase(early.address), await inBase(late.address)]).toEqual([0n, 0n])
})

test('a fiat withdrawal to a bank account disabled before its order is returned', async () => {
  const { institutionid } = acme
  const account = { institutionid, label: 'bank', currency: 'CHF', identifier: 'CH9300762011623852957' }
  const { bankaccountid } = await sandboxControl(uat, 'bankaccounts', { ...account, name: 'Acme Treasury AG' })
  const before = await money(uat, acme, 'CHF')
  const inLine = await frozen(uat, ['banking.payouts'], async () => {
    const id = await withdraw('bank', { asset: 'CHF', quantity: '777' })
    await reaches(uat, 'withdrawal', id, 'sending')
    await sandboxControl(uat, `bankaccounts/${bankaccountid}/disable`)
    return id
  })
  await passUntil(uat, 80, async () => (await shown(uat, acme, 'withdrawal', inLine)).status === 'failed')
  expect(await shown(uat, acme, 'withdrawal', inLine)).toMatchObject({
    status: 'failed',
    reason: 'the bank account was disabled',
  })
  expect([await paidByBank(uat, 77_700n), await money(uat, acme, 'CHF')]).toEqual([0, before])
})

test('ledger, bank, provider and chains agree at the end', async () => {
  expect(await brokenRails(uat)).toEqual([])
})
