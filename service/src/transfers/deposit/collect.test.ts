import { randomUUID } from 'node:crypto'
import { equip, seen, walletOf } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { failedByHand, finalByHand, signedByHand } from '@specie/test/sender.ts'
import { check } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { inWallet } from '../../treasury/holdings.ts'
import { depositAddress } from './address.ts'
import { retryCollection } from './collect.ts'
import { advanceDeposits } from './job.ts'
import { listDeposits } from './list.ts'

let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]) })
  await equip(env.db, 'ETH', 40)
})
afterAll(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  await database.drop()
})

/** A credited deposit of five coins. */
async function credited(chain: 'ETH' | 'BASE' = 'ETH'): Promise<string> {
  const id = await newInstitution(env.db)
  const { address } = await depositAddress(env, id, { asset: 'VCHF', blockchain: 'ETH' })
  await seen(env.db, { chain, to: address!, amount: 5_000_000n, state: 'final' })
  await advanceDeposits.run(env)
  const [one] = (await listDeposits(env, id, {})).deposits
  expect(one).toMatchObject({ status: 'credited', credited: '5' })
  return one!.depositid
}

const states = async (depositid: string) =>
  (
    await env.db.query<{ state: string }>(
      `select state from chains.operation where purpose = 'collection' and subject = $1 order by created_at, id`,
      [depositid],
    )
  ).map((one) => one.state)
const fail = async (depositid: string) => {
  await failedByHand(env.db, 'collection', depositid, 'frozen')
  await advanceDeposits.run(env)
}
const cases = (depositid: string) =>
  env.db.query(
    `select detail ->> 'problem' as problem, closed_by from banking.bank_case
     where kind = 'deposit_collection' and detail ->> 'depositid' = $1 order by id`,
    [depositid],
  )
const retry = (depositid: string) =>
  env.db.tx((tx) =>
    retryCollection(env, tx, depositid, { actor: 'operator ann', why: 'the freeze is lifted', at: env.clock.now() }),
  )

const walletBalance = () => env.db.tx((tx) => inWallet(tx, { chain: 'ETH', asset: 'VCHF' }))

test('a collection that fails once is tried again, and the coins arrive', async () => {
  const before = await walletBalance()
  const depositid = await credited()
  await fail(depositid)
  expect(await states(depositid)).toEqual(['failed', 'queued'])
  expect(await walletBalance()).toBe(before)
  await signedByHand(env.db, 'collection', depositid)
  await finalByHand(env.db, 'collection', depositid)
  await advanceDeposits.run(env)
  expect(await walletBalance()).toBe(before + 5_000_000n)
  expect(await cases(depositid)).toEqual([])
  expect(await advanceDeposits.run(env)).toBe(0)
})

test('a collection that fails twice opens a case, and continues when staff resume it', async () => {
  const depositid = await credited()
  await fail(depositid)
  await fail(depositid)
  expect(await states(depositid)).toEqual(['failed', 'failed'])
  const problem = 'Its coins could not be collected on ETH: frozen'
  expect(await cases(depositid)).toEqual([{ problem, closed_by: null }])
  expect(await advanceDeposits.run(env)).toBe(0)

  await retry(depositid)
  await expect(retry(depositid)).rejects.toThrow('continues automatically')
  expect(await cases(depositid)).toEqual([{ problem, closed_by: 'operator ann' }])
  await advanceDeposits.run(env)
  expect(await states(depositid)).toEqual(['failed', 'failed', 'queued'])
  await fail(depositid)
  await fail(depositid)
  expect(await cases(depositid)).toMatchObject([{ closed_by: 'operator ann' }, { closed_by: null }])
  const [entry] = await env.db.query<{ body: string }>(
    `select body from audit.entry where body::jsonb ->> 'subject' = $1 and body::jsonb ->> 'action' = 'deposit.collection_retried'`,
    [depositid],
  )
  expect(JSON.parse(entry!.body)).toMatchObject({ actor: 'operator ann', detail: { why: 'the freeze is lifted' } })
})

test('coins on a chain without an omnibus wallet are collected as soon as it has one', async () => {
  const depositid = await credited('BASE')
  expect(await states(depositid)).toEqual([])
  const omnibus = walletOf()
  await env.db.query(`insert into chains.wallet (chain, key, address) values ('BASE', 'omnibus', $1)`, [omnibus])
  await advanceDeposits.run(env)
  expect(await states(depositid)).toEqual(['queued'])
})

test('two concurrent processes collect once', async () => {
  const depositid = await credited('ETH')
  await failedByHand(env.db, 'collection', depositid, 'frozen')
  await Promise.all(Array.from({ length: 6 }, () => advanceDeposits.run(env)))
  expect(await states(depositid)).toEqual(['failed', 'queued'])
})

test('a retry for an unknown deposit is refused', async () => {
  await expect(retry('x')).rejects.toThrow('no such deposit')
  await expect(retry(randomUUID())).rejects.toThrow('no such deposit')
})
