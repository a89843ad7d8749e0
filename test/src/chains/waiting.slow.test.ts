import { liftHalts } from './lift-halts.ts'
import { randomUUID } from 'node:crypto'
import type { Effect } from '@specie/service/base/ports/chain.ts'
import { enqueue } from '@specie/service/chains/outbox/operations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testEnv } from '../env.ts'
import { startUat, type Uat } from '../programs/uat.ts'

// An operation that the chain does not accept waits for hours, and leaves hardly any rows meanwhile.

let uat: Uat
beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH', PATH: '/nowhere' })
})
afterAll(() => uat.end())

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

/** Queued by the test: the products would not request it in this state. */
function inLine(effect: Effect): Promise<string> {
  const env = testEnv(uat.database)
  const ask = { chain: 'ETH', purpose: 'faucet', subject: randomUUID(), effect } as const
  return env.db.tx((tx) => enqueue(env, tx, ask))
}

async function stateOf(id: string): Promise<{ state: string; transactions: number; reason: string | null }> {
  const [row] = await uat.database.owner.query<{ state: string; transactions: bigint; reason: string | null }>(
    `select state, reason, (select count(*) from chains.carried where operation_id = id) as transactions
     from chains.operation where id = $1`,
    [id],
  )
  return { ...row!, transactions: Number(row!.transactions) }
}

/** How often the sender has reported that it cannot send. */
const postponed = (reason: RegExp): number =>
  uat.service
    .output()
    .split('\n')
    .filter((line) => line.includes('has to wait') && reason.test(line)).length

test('a mint of a halted coin is not started', async () => {
  await uat.database.owner.query(
    `insert into compliance.switch (what, reason, actor, at) values ('mint:VCHF', 'for a test', 'test', now())`,
  )
  const id = await inLine({ kind: 'mint', asset: 'VCHF', to: wallet, amount: 1_000_000n })
  await expect.poll(() => postponed(/is halted/)).toBeGreaterThan(3)
  expect(await stateOf(id)).toMatchObject({ state: 'queued', transactions: 0 })
  await liftHalts(uat.database.owner)
  await uat.pass(600)
  expect(await stateOf(id)).toMatchObject({ state: 'final', transactions: 1 })
})

test('a mint that the reserve does not cover does not delay covered ones', async () => {
  const mint = (amount: bigint) => inLine({ kind: 'mint', asset: 'VGBP', to: wallet, amount })
  await uat.database.owner.query(
    `insert into compliance.switch (what, reason, actor, at) values ('mint:VGBP', 'for a test', 'test', now())`,
  )
  const [before, large, after] = [await mint(1_000_000n), await mint(10n ** 17n), await mint(2_000_000n)]
  await liftHalts(uat.database.owner)
  await uat.pass(600)
  for (const id of [before, after]) expect(await stateOf(id)).toMatchObject({ state: 'final' })
  expect(await stateOf(large)).toMatchObject({ state: 'queued', transactions: 0 })
  await uat.database.owner.query(`update chains.operation set state = 'canceled' where id = $1`, [large])
})

test('a payment with too high a network fee continues in its existing transaction', async () => {
  const [from] = await uat.database.owner.query<{ index: number; address: string }>(
    `select index, address from chains.deposit_address where family = 'evm' order by index limit 1`,
  )
  const { index, address } = from!
  await uat.devnet!.control('ETH', 'faucet', { address, amount: String(10n ** 18n) })
  const id = await inLine({ kind: 'native', asset: 'ETH', from: index, to: wallet, amount: 10n ** 9n, maxFee: 1n })
  await expect.poll(() => postponed(/asks for more/)).toBeGreaterThan(3)
  expect(await stateOf(id)).toMatchObject({ transactions: 1 })
  await uat.database.owner.query('update chains.operation set max_fee = $2 where id = $1', [id, 10n ** 17n])
  await uat.pass(600)
  expect(await stateOf(id)).toMatchObject({ state: 'final', transactions: 1 })
})
