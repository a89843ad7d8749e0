import type { Chain } from '@specie/service/base/ports/chain.ts'
import type { Env } from '@specie/service/base/env.ts'
import { depositAddress } from '@specie/service/transfers/deposit/address.ts'
import { advanceDeposits } from '@specie/service/transfers/deposit/job.ts'
import { listDeposits } from '@specie/service/transfers/deposit/list.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { equip, seen, walletOf } from '../chains/chain-rows.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { newInstitution } from '../institution.ts'
import { decideHold } from '../people.ts'
import { holdsOn, listed, screened } from './desk.ts'

// Coins from a listed address are not credited.

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]) })
  await equip(env.db, 'ETH', 10)
})
afterAll(() => database.drop())

const shown = async (id: string) => (await listDeposits(env, id, {})).deposits

/** A final deposit from this address. */
async function depositFrom(from: string, institution: string | null = null) {
  const id = institution ?? (await newInstitution(env.db))
  const { address } = await depositAddress(env, id, { asset: 'VCHF', blockchain: 'ETH' })
  await seen(env.db, { to: address!, from, asset: 'VCHF', amount: 100_000_000n, state: 'final' })
  await advanceDeposits.run(env)
  return id
}

test('a deposit from a listed address is held, in capitals and small letters; the next one after a release is not', async () => {
  const from = walletOf()
  await listed(env, from.toUpperCase().replace('0X', '0x'))
  const id = await depositFrom(from)
  const [deposit] = await shown(id)
  expect(deposit).toMatchObject({ status: 'held', credited: '0' })
  const [hold] = await holdsOn(env, deposit!.depositid)
  expect(hold).toMatchObject({ reason: 'sanctions_review', why: 'its wallet matches a list: own' })
  await decideHold(env, hold!.id, 'release')
  await screened(env)
  await advanceDeposits.run(env)
  await depositFrom(from, id)
  expect((await shown(id)).map(({ status }) => status)).toEqual(['credited', 'credited'])
})

test('a deposit from another address is credited', async () => {
  const [from, other] = [walletOf(), walletOf()]
  await listed(env, other)
  expect(await shown(await depositFrom(from))).toMatchObject([{ status: 'credited' }])
})
