import { randomBytes, randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { type Attempt, type Bundle, type Chain, type Effect, NotNow } from '../../base/ports/chain.ts'
import { enqueue } from './operations.ts'
import { sender } from './sender.ts'

// A withdrawal of ether waits in line while the network is dearer than its fee allows (ADR 31). It leaves the address where its
// ether lies: the institution's own, the house's, or that of whoever sold it.

let database: TestDatabase
let env: Env
let now = Date.parse('2026-11-16T09:00:00Z')

const networkFee = 100n

/** A network that takes what pays its fee (as adapters/evm/sign.ts: `affordable`), and includes nothing yet. */
const chain = {
  code: 'ETH',
  family: 'evm',
  bundleSize: 20,
  nextNonce: async () => 0n,
  sign: async (_contract: unknown, { orders: [order] }: Bundle): Promise<Attempt> => {
    if (order!.kind === 'native' && order!.mostFee !== undefined && order!.mostFee < networkFee)
      throw new NotNow('the network asks for more than this transfer may cost')
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

const inLine = (effect: Effect) =>
  env.db.tx((tx) => enqueue(env, tx, { chain: 'ETH', purpose: 'faucet', subject: randomUUID(), effect }))

const stateOf = async (id: string) =>
  (await env.db.query<{ state: string }>('select state from chains.operation where id = $1', [id]))[0]!.state

test('a withdrawal that waits for a cheaper network does not stop what may leave the same address', async () => {
  const to = '0x52908400098527886E0F7030069857D2E4169EE7'
  const withdrawal = await inLine({ kind: 'native', asset: 'ETH', from: 1, to, amount: 10n, mostFee: 1n })
  // As issuance/conversion/send.ts asks for it: the owner of the address pays for a mint.
  const conversion = await inLine({ kind: 'native', asset: 'ETH', from: 1, to, amount: 20n })
  const elsewhere = await inLine({ kind: 'native', asset: 'ETH', from: 2, to, amount: 20n })
  for (let n = 0; n < 5; n += 1) {
    await sender('ETH').run(env)
    now += 3_600_000
  }
  expect(await stateOf(withdrawal)).toBe('queued') // it waits, as it should
  expect(await stateOf(elsewhere)).toBe('working')
  expect(await stateOf(conversion)).toBe('working')
})
