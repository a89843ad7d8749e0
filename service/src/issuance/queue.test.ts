import { addManyRows } from '@specie/test/many-rows.ts'
import {
  changeOf,
  type Desk,
  deskForEachTest,
  funded,
  landed,
  million,
  mint,
  threeHours,
  topUp,
  whitelisted,
} from '@specie/test/issuance.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Env } from '../base/env.ts'
import { advanceMints } from './mint/job.ts'
import { advanceRedemptions } from './redemption/job.ts'
import { redeemTokens } from './redemption/request.ts'

// More requests than fit into one transaction are blocked; those of other institutions continue.

let desk: Desk
let env: Env
deskForEachTest((fresh) => {
  desk = fresh
  env = desk.env
})

let leave: () => Promise<void>
beforeEach(() => {
  leave = async () => {}
})
afterEach(() => leave())

const unchecked = (sql: string, values: unknown[]) =>
  desk.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(sql, values)
  })

test('mints to a suspended wallet', async () => {
  const [acme, other] = [await funded(env, { CHF: million }), await funded(env, { CHF: million })]
  await whitelisted(desk.database, acme, 'treasury')
  const waits = await mint(env, acme, { destination: 'treasury' })
  const good = await mint(env, other)
  expect((await changeOf(env, acme, waits.requestid)).stage).toBe('waiting_reserve')
  await unchecked(`update destinations.address set state = 'suspended' where institution_id = $1`, [acme])
  leave = await addManyRows(desk.database, 'issuance.mint', waits.requestid)
  await topUp(env, 'CHF', million)
  await advanceMints.run(env)
  expect((await changeOf(env, other, good.requestid)).stage).not.toBe('waiting_reserve')
  expect((await changeOf(env, acme, waits.requestid)).stage).toBe('waiting_reserve')
})

const chains = ['ETH', 'SOL'] as const

/** An institution with 200,000 VCHF on each of the chains. */
async function holder(): Promise<string> {
  await topUp(env, 'CHF', million)
  const id = await funded(env, { CHF: million })
  const minted = []
  for (const blockchain of chains) minted.push(await mint(env, id, { blockchain }))
  for (const { requestid } of minted) await landed(env, 'mint', requestid)
  await advanceMints.run(env)
  desk.pass(threeHours)
  await advanceMints.run(env)
  return id
}

test('redemptions on a chain whose coins are not collected', async () => {
  const acme = await holder()
  await unchecked(
    `insert into transfers.deposit (id, institution_id, asset, blockchain, txid, index, block, height, address, source, quantity,
       state, created_at, updated_at)
     select gen_random_uuid(), $1, 'VCHF', chain, gen_random_uuid()::text, 0, '0x0', 1, '0x1', 1, 200000000000, 'credited', now(), now()
     from unnest($2::text[]) chain`,
    [acme, chains],
  )
  const redeem = async (blockchain: string) => {
    const fields = { asset: 'VCHF', blockchain, quantity: '100' }
    return (await redeemTokens(env, { institutionId: acme, actor: 'key' }, fields)).answer.requestid
  }
  const [waits, good] = [await redeem('ETH'), await redeem('SOL')]
  const stages = async () => [(await changeOf(env, acme, waits)).stage, (await changeOf(env, acme, good)).stage]
  await advanceRedemptions.run(env)
  expect(await stages()).toEqual(['screening', 'screening'])
  leave = await addManyRows(desk.database, 'issuance.redemption', waits)
  await unchecked('update transfers.deposit set collected_at = now() where blockchain = $1', ['SOL'])
  await advanceRedemptions.run(env)
  expect(await stages()).toEqual(['screening', 'burning'])
})
