import { randomBytes, randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import {
  type Attempt,
  type Bundle,
  type Chain,
  type Effect,
  TemporaryRefusal,
  FeeTooHigh,
} from '../../base/ports/chain.ts'
import { enqueue } from './operations.ts'
import { sender } from './sender.ts'

// A withdrawal of ether waits in the queue while the network fee exceeds its limit (ADR 31). It leaves the address that
// holds the ether: the institution's own, the house's, or a seller's.

let database: TestDatabase
let env: Env
let now = Date.parse('2026-11-16T09:00:00Z')

const networkFee = 100n
/** An amount that must wait for the address's own coins. */
const unconfirmed = 77n
const to = '0x52908400098527886E0F7030069857D2E4169EE7'

/** A network that accepts affordable transactions (as adapters/evm/sign.ts: `affordable`), and includes none yet. */
const chain = {
  code: 'ETH',
  family: 'evm',
  bundleSize: 20,
  nextNonce: async () => 0n,
  sign: async (_contract: unknown, { orders: [order] }: Bundle): Promise<Attempt> => {
    if (order!.kind === 'native' && order!.maxFee !== undefined && order!.maxFee < networkFee)
      throw new FeeTooHigh('the network asks for more than this transfer may cost')
    if (order!.amount === unconfirmed) throw new TemporaryRefusal('coins of the address are not final yet')
    return { hash: `0x${randomBytes(32).toString('hex')}`, raw: new Uint8Array(1), terms: {} }
  },
  broadcast: async () => 'accepted',
  outcome: async () => null,
  isOver: async () => false,
  isDone: async () => false,
} as Partial<Record<keyof Chain, unknown>> as Chain

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, {
    clock: { ...systemClock, settlement: () => new Date(now) },
    chains: new Map([['ETH', chain]]),
  })
})
afterAll(() => database.drop())

const queued = (effect: Effect) =>
  env.db.tx((tx) => enqueue(env, tx, { chain: 'ETH', purpose: 'faucet', subject: randomUUID(), effect }))

const stateOf = async (id: string) =>
  (await env.db.query<{ state: string }>('select state from chains.operation where id = $1', [id]))[0]!.state

async function sendForHours(): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    await sender('ETH').run(env)
    now += 3_600_000
  }
}

test('a withdrawal that waits for lower fees does not block other operations of its address', async () => {
  const withdrawal = await queued({ kind: 'native', asset: 'ETH', from: 1, to, amount: 10n, maxFee: 1n })
  // As in issuance/mint/funding/send.ts: the owner of the address pays for a mint.
  const conversion = await queued({ kind: 'native', asset: 'ETH', from: 1, to, amount: 20n })
  const elsewhere = await queued({ kind: 'native', asset: 'ETH', from: 2, to, amount: 20n })
  await sendForHours()
  expect(await stateOf(withdrawal)).toBe('queued') // it waits
  expect(await stateOf(elsewhere)).toBe('working')
  expect(await stateOf(conversion)).toBe('working')
})

test('an operation that waits for its address’s coins keeps its place in the queue', async () => {
  const first = await queued({ kind: 'native', asset: 'ETH', from: 3, to, amount: unconfirmed, maxFee: 200n })
  const second = await queued({ kind: 'native', asset: 'ETH', from: 3, to, amount: 20n })
  await sendForHours()
  expect([await stateOf(first), await stateOf(second)]).toEqual(['queued', 'queued'])
})

test('withdrawals leave in their order when the network is cheap enough', async () => {
  const many = [0, 1, 2].map(
    (n) => ({ kind: 'native', asset: 'ETH', from: 4, to, amount: 1n, maxFee: 100n + BigInt(n) }) as const,
  )
  const ids: string[] = []
  for (const effect of many) ids.push(await queued(effect))
  await sendForHours()
  const left = await env.db.query<{ id: string; nonce: bigint }>(
    `select o.id, t.nonce from chains.operation o join chains.transaction t on t.id = o.transaction_id
     where o.id = any($1) order by t.nonce`,
    [ids],
  )
  expect(left).toEqual(ids.map((id, n) => ({ id, nonce: BigInt(n) })))
})
