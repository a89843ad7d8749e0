import { randomUUID } from 'node:crypto'
import { parseAmount } from '@specie/protocol/money.ts'
import { equip } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { post } from '@specie/test/post.ts'
import { checkTreasury } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../base/ports/chain.ts'
import type { Env } from '../base/env.ts'
import { skipCooling, whitelistAddress } from '../destinations/address/whitelist.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit, type Line } from '../ledger/posting/journal.ts'
import { depositAddress } from '../transfers/deposit/address.ts'
import { cancelWithdrawal } from '../transfers/withdrawal/cancel.ts'
import { withdraw } from '../transfers/withdrawal/request.ts'
import { sourcesOf } from './crypto.ts'

// Crypto at deposit addresses is reserved once, by the first request.

let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]) })
  await equip(env.db, 'ETH', 20)
})
afterAll(async () => {
  expect((await checkTreasury(env.db)).filter((row) => !row.ok)).toEqual([])
  await database.drop()
})

const ether = 10n ** 18n
const officer = { actor: 'test', why: 'because' }
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

async function institution(): Promise<string> {
  const id = await newInstitution(env.db)
  const listed = {
    institutionId: id,
    blockchain: 'ETH' as const,
    address: wallet,
    label: 'vault',
    memo: null,
    vasp: null,
  }
  await skipCooling(env, await whitelistAddress(env, listed, officer), officer)
  await depositAddress(env, id, { asset: 'ETH', blockchain: 'ETH' })
  return id
}
const book = (...lines: Line[]) => post(env, { key: `test:${randomUUID()}`, kind: 'test', lines })
const available = (owner: string) => account('client', 'available', owner, 'ETH')

/** An institution with this deposit. */
async function depositor(ethers: bigint): Promise<string> {
  const id = await institution()
  await book(debit(account('client', 'transitional', id, 'ETH'), ethers * ether), credit(available(id), ethers * ether))
  return id
}
const sells = (from: string, to: string, ethers: bigint) =>
  book(debit(available(from), ethers * ether), credit(available(to), ethers * ether))

const withdrawEther = (institutionId: string, quantity: string) =>
  withdraw(env, { institutionId, actor: 'key' }, { asset: 'ETH', quantity, destination: 'vault' })
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { details: { available: string } }) => error.details.available,
  )
const freeFor = async (institutionId: string) =>
  (await env.db.tx((tx) => sourcesOf(tx, { institutionId, asset: 'ETH' }))).map(({ free }) => free)

test('bought crypto leaves from the seller’s address, but never the seller’s remaining claim', async () => {
  const seller = await depositor(10n)
  const buyer = await institution()
  await sells(seller, buyer, 5n)
  expect(await freeFor(buyer)).toEqual([5n * ether])
  const outcomes = await Promise.all([
    outcome(withdrawEther(buyer, '2.9')),
    outcome(withdrawEther(buyer, '1.9')),
    outcome(withdrawEther(seller, '4.9')),
  ])
  expect(outcomes).toEqual(['taken', 'taken', 'taken'])
  // The rest of the buyer's crypto can leave, and nothing of the seller's.
  expect(await freeFor(buyer)).toEqual([198n * 10n ** 15n])
})

test('concurrent withdrawals never exceed the crypto of an address', async () => {
  const seller = await depositor(10n)
  const buyers = await Promise.all(Array.from({ length: 4 }, institution))
  for (const buyer of buyers) await sells(seller, buyer, 2n)
  await sells(seller, buyers[0]!, 2n)
  // Half of it has gone to the provider, for another institution.
  await book(
    debit(account('client', 'provider_crypto', 'someone', 'ETH'), 5n * ether),
    credit(account('client', 'transitional', seller, 'ETH'), 5n * ether),
  )
  const outcomes = await Promise.all(buyers.map((buyer) => outcome(withdrawEther(buyer, '1.5'))))
  expect(outcomes.filter((one) => one === 'taken')).toHaveLength(3)
  expect(outcomes.filter((one) => one !== 'taken')).toEqual([expect.stringMatching(/^0\.49/)])
})

test('a canceled withdrawal releases its reservation', async () => {
  const id = await depositor(3n)
  const { answer } = await withdrawEther(id, '2')
  const own = async () => (await freeFor(id))[0]
  expect(await own()).toBe(999n * 10n ** 15n)
  await cancelWithdrawal(env, { institutionId: id, actor: 'key' }, { withdrawalid: answer.withdrawalid! })
  expect(await own()).toBe(3n * ether)
})

test('crypto at the provider cannot be withdrawn, and the refusal says so', async () => {
  const id = await institution()
  await book(
    debit(account('client', 'provider_crypto', 'someone', 'USDC'), 500_000_000n),
    credit(account('client', 'available', id, 'USDC'), 500_000_000n),
  )
  const withdrawal = withdraw(
    env,
    { institutionId: id, actor: 'key' },
    { asset: 'USDC', quantity: '100', destination: 'vault' },
  )
  await expect(withdrawal).rejects.toMatchObject({
    code: 'insufficient_balance',
    details: { asset: 'USDC', available: '0', blockchain: 'ETH' },
    message: expect.stringContaining('yours is at our conversion provider'),
  })
})

test('the amount that can be withdrawn at once is never shown above the balance less the fee', async () => {
  const [seller, buyer] = [await depositor(10n), await institution()]
  await sells(seller, buyer, 3n)
  const tried = async (institutionId: string) => {
    const fields = { asset: 'ETH', quantity: '1', destination: 'vault', validate: 'true' } as const
    const { answer } = await withdraw(env, { institutionId, actor: 'key' }, fields)
    const [limit] = answer.limits!
    expect(limit).toMatchObject({ limit: 'crypto_at_once', asset: 'ETH' })
    return parseAmount(limit!.left, 'ETH').minor + parseAmount(answer.fee, 'ETH').minor
  }
  // It is at one address. The address holds enough for the seller, but the seller's balance is only seven.
  expect([await tried(seller), await tried(buyer)]).toEqual([7n * ether, 3n * ether])
})
