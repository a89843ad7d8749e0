import { balances } from '@specie/test/balances.ts'
import { equip, seen } from '@specie/test/chains/chain-rows.ts'
import { check } from '@specie/test/checks.ts'
import { addManyRows } from '@specie/test/many-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { decideHold } from '@specie/test/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import type { Chain } from '../../base/ports/chain.ts'
import { placeHold } from '../../compliance/holds.ts'
import { depositAddress } from './address.ts'
import { advanceDeposits } from './job.ts'
import { listDeposits } from './list.ts'

// Waiting deposits, and deposits that must not wait with them.

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]) })
  await equip(env.db, 'ETH', 10)
})
afterAll(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  await database.drop()
})

async function client() {
  const id = await newInstitution(env.db)
  const { address } = await depositAddress(env, id, { asset: 'VCHF', blockchain: 'ETH' })
  const hold = (on: string) =>
    env.db.tx((tx) => placeHold(env, tx, { institutionId: id, on, reason: 'aml_review' }, 'officer'))
  return {
    /** Returns the newest deposit. */
    async receives(amount: bigint): Promise<string> {
      await seen(env.db, { to: address!, amount, state: 'final' })
      await advanceDeposits.run(env)
      return (await listDeposits(env, id, {})).deposits[0]!.depositid
    },
    holdOn: async (on: string) => (await hold(on)).holdid,
    holdNext: async () => (await hold('next deposit')).holdid,
    shown: async () =>
      (await listDeposits(env, id, {})).deposits.map(({ status, accumulated }) => ({ status, accumulated })),
    balance: async () => (await balances(env, id)).get('VCHF'),
  }
}

const run = async () => {
  while ((await advanceDeposits.run(env)) > 0);
}
/** Independent of the ledger. */
const becomes = (id: string, state: string) =>
  database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('update transfers.deposit set state = $2 where id = $1', [id, state])
  })
const rowOf = async (id: string) =>
  (await env.db.query('select state, on_hold from transfers.deposit where id = $1', [id]))[0]

test('a small deposit on hold does not count, and counts again when it is released', async () => {
  const { receives, holdOn, shown, balance } = await client()
  const holdid = await holdOn(await receives(600_000n))
  expect(await shown()).toMatchObject([{ accumulated: '0' }])
  await receives(600_000n)
  expect((await shown()).map((one) => one.accumulated)).toEqual(['0.6', '0.6'])
  expect(await balance()).toEqual({ available: 0n, pending: 1_200_000n })
  await decideHold(env, holdid, 'release')
  await run()
  expect(await shown()).toEqual([
    { status: 'credited', accumulated: '0' },
    { status: 'credited', accumulated: '0' },
  ])
  expect(await balance()).toEqual({ available: 1_200_000n, pending: 0n })
})

test('a small deposit that was frozen never counts', async () => {
  const { receives, holdOn, balance } = await client()
  await decideHold(env, await holdOn(await receives(600_000n)), 'freeze')
  await receives(600_000n)
  await run()
  expect(await balance()).toEqual({ available: 0n, pending: 600_000n })
})

test('held deposits do not block released ones, nor those credited before their rejection', async () => {
  const [stays, released, credited] = [await client(), await client(), await client()]
  await stays.holdNext()
  const held = await stays.receives(5_000_000n)
  expect(await rowOf(held)).toEqual({ state: 'held', on_hold: true })
  const leave = await addManyRows(database, 'transfers.deposit', held, { txid: 'nth::text' }, 1001)
  const holdid = await released.holdNext()
  const good = await released.receives(5_000_000n)
  const late = await credited.holdNext()
  const spent = await credited.receives(5_000_000n)
  await decideHold(env, holdid, 'release')
  await decideHold(env, late, 'reject', '0x52908400098527886E0F7030069857D2E4169EE7')
  await becomes(spent, 'credited') // an older version allowed holds on these
  await run()
  expect(await rowOf(good)).toEqual({ state: 'credited', on_hold: false })
  expect(await rowOf(spent)).toEqual({ state: 'credited', on_hold: false })
  expect(await rowOf(held)).toEqual({ state: 'held', on_hold: true })
  await becomes(spent, 'held')
  await leave()
})

test('one that another process works on does not stop the others', async () => {
  const [first, second] = [await client(), await client()]
  const holds = [await first.holdNext(), await second.holdNext()]
  const [locked, free] = [await first.receives(5_000_000n), await second.receives(5_000_000n)]
  for (const holdid of holds) await decideHold(env, holdid, 'release')
  await database.owner.tx(async (tx) => {
    await tx.query('select from transfers.deposit where id = $1 for update', [locked])
    await run()
    expect(await rowOf(free)).toEqual({ state: 'credited', on_hold: false })
    expect(await rowOf(locked)).toEqual({ state: 'held', on_hold: false })
  })
  await run()
  expect(await rowOf(locked)).toEqual({ state: 'credited', on_hold: false })
})
