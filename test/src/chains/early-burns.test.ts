import type { Address } from '@solana/kit'
import { tokenAccount } from '@specie/token/solana/coin.ts'
import { burnFrom } from '@specie/token/solana/instructions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { frozen } from '../holds/story.ts'
import { startUat, type Uat } from '../uat.ts'
import { brokenInvariants, contractOf } from './books.ts'
import { type Holder, solanaHolder } from './solana-holder.ts'
import { change, coin, funded, lever, mint, publicly, settlement, until } from './story.ts'

// Nobody waits for our books: what a chain calls final can be burned before a job of ours has booked it.

let uat: Uat
let acme: Client
let holder: Holder

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'SOL' })
  acme = await funded(uat, { CHF: '3000000' })
  holder = await solanaHolder(uat)
  const { institutionid } = acme
  await lever(uat, 'addresses', { institutionid, blockchain: 'SOL', address: holder.address, label: 'cold' })
})
afterAll(() => uat?.end())

const minting = async () =>
  (await publicly(uat, 'status')).services.find((one: any) => one.service === 'minting').status as string

test('a holder who burns new coins before the books have followed their mint stops nothing', async () => {
  const vchf = (await contractOf(uat, 'VCHF', 'SOL')) as Address
  const coins = await coin(uat, 'VCHF', 'SOL')
  const { requestid } = await mint(uat, acme, { blockchain: 'SOL', destination: 'cold' })
  await frozen(uat, ['issuance.mints'], async () => {
    await until(coins.supply, (supply) => supply > 0n)
    const account = await tokenAccount(vchf, holder.address)
    await holder.send([burnFrom({ mint: vchf, account, authority: holder.address, amount: 150_000_000_000n })])
    await until(
      () => uat.database.app.query(`select from chains.movement where kind = 'burn' and verdict is not null`),
      (found) => found.length > 0,
    )
  })
  await uat.pass(settlement)
  expect(await minting()).toBe('online')
  expect(await change(uat, acme, requestid)).toMatchObject({ status: 'settled' })
  expect((await publicly(uat, 'reserves')).assets[0].circulating).toBe('50000')
  expect(await brokenInvariants(uat)).toEqual([])
})
