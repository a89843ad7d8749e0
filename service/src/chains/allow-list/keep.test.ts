import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { agree } from '@specie/test/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { Chain, Effect } from '../../base/ports/chain.ts'
import { missingCoins, recordContract } from '../deployment.ts'
import { allowListsForStaff } from '../list-for-staff.ts'
import { enqueue } from '../outbox/operations.ts'
import { nextBundle, type SenderContext } from '../outbox/transactions.ts'
import { keepAllowLists } from './keep.ts'

// The job that keeps allow lists, on a chain whose answers the test sets. The engines are in test/src/chains/allow-lists.test.ts.

const omnibus = '0x52908400098527886E0F7030069857D2E4169EE7'
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

let database: TestDatabase
let env: Env
let isOn: boolean | null
let now: number

const chain = {
  code: 'ETH',
  family: 'evm',
  bundleSize: 20,
  allowList: { isOn: async () => isOn, isListed: async () => true },
} as Partial<Record<keyof Chain, unknown>> as Chain

beforeEach(async () => {
  isOn = false
  now = Date.now()
  database = await freshDatabase()
  const clock = { ...systemClock, now: () => new Date(now) }
  env = testEnv(database, { clock, chains: new Map([['ETH', chain]]) })
  await database.owner.query(`insert into chains.wallet (chain, key, address) values ('ETH', 'omnibus', $1)`, [omnibus])
})
afterEach(() => database.drop())

const deployed = () => recordContract(env, 'ETH', { asset: 'VCHF', address: stranger, txid: null })
const decide = (mode: 'on' | 'off') => agree(env, 'allow_list.switch', { coin: 'VCHF/ETH', mode })
const keep = () => keepAllowLists.run(env)
const list = async () => (await allowListsForStaff(env.db)).find(({ coin }) => coin === 'VCHF/ETH')

/** What the sender would do with the queued operations about the list. */
const end = (state: 'final' | 'failed', reason: string | null = null) =>
  database.owner.query(
    `update chains.operation set state = $1, reason = $2, txid = case when $1 = 'final' then '0x1' end, unread = true, updated_at = $3
     where state = 'queued' and purpose in ('listing', 'allow_list') returning kind, recipient`,
    [state, reason, new Date(now)],
  )

async function sendable(effect: Effect): Promise<boolean> {
  const id = await env.db.tx((tx) =>
    enqueue(env, tx, { chain: 'ETH', purpose: 'faucet', subject: randomUUID(), effect }),
  )
  const key = effect.kind === 'mint' ? 'minter' : 'omnibus'
  const context = { env, chain, lease: { chain: 'ETH', key } } as unknown as SenderContext
  return (await nextBundle(context, [])).some((one) => one.id === id)
}
const mintTo = (to: string): Effect => ({ kind: 'mint', asset: 'VCHF', to, amount: 1n })
const transferTo = (to: string): Effect => ({ kind: 'transfer', asset: 'VCHF', to, amount: 1n })

test('without a decision nothing is listed, and everything may be sent', async () => {
  await deployed()
  expect(await keep()).toBe(0)
  expect(await list()).toMatchObject({ mode: 'off', decided: null, listed: 0 })
  expect([await sendable(mintTo(stranger)), await sendable(transferTo(stranger))]).toEqual([true, true])
})

test('a decision lists first and switches then; coins wait for the listing of their recipient', async () => {
  await deployed()
  await decide('on')
  await keep()
  expect(await sendable(mintTo(omnibus))).toBe(false)
  expect(await end('final')).toEqual([{ kind: 'list', recipient: omnibus }])
  expect(await sendable(mintTo(omnibus))).toBe(true)
  expect([await sendable(transferTo(stranger)), (await list())!.waiting]).toEqual([false, 1])
  await keep()
  expect(await end('final')).toEqual([{ kind: 'allow_list_on', recipient: null }])
  expect(await list()).toMatchObject({ mode: 'off', decided: { mode: 'on', problem: null } })
  isOn = true
  await keep()
  expect(await list()).toMatchObject({ mode: 'on', decided: null, listed: 1, pending: 0 })

  await decide('off')
  expect(await sendable(mintTo(stranger))).toBe(false)
  await keep()
  expect(await end('final')).toEqual([{ kind: 'allow_list_off', recipient: null }])
  isOn = false
  await keep()
  expect((await list())!.mode).toBe('off')
  expect(await sendable(mintTo(stranger))).toBe(true)
})

test('a refused listing is a case, stops the switch, and is tried again later', async () => {
  await deployed()
  await decide('on')
  await keep()
  await end('failed', 'AccessControlUnauthorizedAccount')
  await keep()
  const cases = () =>
    env.db.query(
      `select detail ->> 'problem' as problem from banking.bank_case where kind = 'allow_list' and closed_at is null`,
    )
  const problem = `${omnibus} could not be listed: AccessControlUnauthorizedAccount`
  expect(await cases()).toEqual([{ problem }])
  await keep()
  expect([await cases(), await end('final')]).toEqual([[{ problem }], []])
  now += 11 * 60_000
  await keep()
  expect(await end('final')).toEqual([{ kind: 'list', recipient: omnibus }])
  await keep()
  expect([await cases(), await end('final')]).toEqual([[], [{ kind: 'allow_list_on', recipient: null }]])
})

test('a contract without a list keeps the decision open, with its reason; two people can take it back', async () => {
  await deployed()
  isOn = null
  await decide('on')
  await keep()
  await end('final')
  await keep()
  expect((await list())!.decided!.problem).toContain('has no allow list. Upgrade it first')
  await expect(decide('on')).rejects.toThrow('is on already')
  await decide('off')
  isOn = false
  await keep()
  expect(await list()).toMatchObject({ mode: 'off', decided: null })
})

test('a decision before the deployment is carried out by it', async () => {
  await decide('on')
  const modes = async () => (await missingCoins(env, 'ETH', [])).map(({ asset, allowListOn }) => [asset, allowListOn])
  expect(await modes()).toEqual([
    ['VCHF', true],
    ['VGBP', false],
  ])
  await deployed()
  expect(await list()).toMatchObject({ mode: 'on', decided: null })
  isOn = true
  await keep()
  expect(await end('final')).toEqual([{ kind: 'list', recipient: omnibus }])
})
