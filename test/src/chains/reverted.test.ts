import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { startUat, type Uat } from '../uat.ts'
import { brokenInvariants } from './books.ts'
import { onChain } from './ledger-of-chain.ts'
import { change, lever, mint, money, settlement } from './story.ts'

// A transfer that the chain reverts has cost its gas all the same.

let uat: Uat
let acme: Client

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH,BASE' })
  acme = await uat.onboard()
})
afterAll(() => uat?.end())

const ether = (text: string): bigint => {
  const [whole = '0', rest = ''] = text.split('.')
  return BigInt(whole + rest.padEnd(18, '0'))
}
/** What the ledger has at the institution's own address. */
async function transitional(): Promise<bigint> {
  const [row] = await uat.database.owner.query<{ balance: bigint }>(
    `select balance from ledger.account where pool = 'client' and name = 'transitional' and owner = $1 and asset = 'ETH'`,
    [acme.institutionid],
  )
  return row!.balance
}

test('ether on its way to be sold that the chain reverts: the gas is gone, and the books know it', async () => {
  const ethereum = onChain(uat.devnet!.origin, 'ETH')
  const { institutionid } = acme
  const { address } = await lever(uat, 'deposits', { institutionid, asset: 'ETH', blockchain: 'ETH', quantity: '300' })
  await uat.pass(60)
  await lever(uat, 'chains/ETH/revert-next')
  const { requestid } = await mint(uat, acme, { funding_currency: 'ETH' })
  await uat.pass(settlement)
  expect(await change(uat, acme, requestid)).toMatchObject({ status: 'failed' })
  const there = await ethereum.balance(null, address)
  expect(there).toBeLessThan(ether('300'))
  expect(await transitional()).toBe(there)
  expect(await money(uat, acme, 'ETH')).toMatchObject({ pending: '0' })
  expect(ether((await money(uat, acme, 'ETH')).available)).toBe(there)
  expect(await brokenInvariants(uat)).toEqual([])
})
