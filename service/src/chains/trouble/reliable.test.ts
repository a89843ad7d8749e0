import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { readConfig } from '../../base/config.ts'
import { Disagreement, TooFewNodes } from '../adapters/agreement.ts'
import { depositAddressOf } from '../deposit-address/deposit-address.ts'
import { endTrouble, unreliableChains, reportTrouble } from './reliable.ts'

// The status of a chain as clients see it, from what the watcher has stored. The test sets the clock.

let database: TestDatabase
let env: Env
let now: Date
const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1_000))

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  now = new Date('2026-11-16T09:00:00Z')
  const chains = new Map([
    ['ETH', {} as Chain],
    ['SOL', {} as Chain],
  ] as const)
  env = testEnv(database, { chains, clock: { ...systemClock, now: () => now } })
  await database.owner.query('truncate chains.trouble, chains.cursor, chains.movement')
  await database.owner.query(
    `insert into chains.cursor (chain, cursor, latest, final, read_at) values ('ETH', '{}', 9, 1, $1), ('SOL', '{}', 9, 1, $1)`,
    [now],
  )
})

const statuses = async (over: Partial<Env> = {}) =>
  [...(await unreliableChains({ ...env, ...over }, env.db))].map(([chain, { kind }]) => `${chain} ${kind}`)

test('a disagreement between nodes is reported at once; a failing node only if it lasts', async () => {
  await reportTrouble(env, 'ETH', 'reading', new TooFewNodes('one is away'))
  expect(await statuses()).toEqual([])
  await reportTrouble(env, 'SOL', 'sending', new Disagreement('host.example says failed'))
  expect(await statuses()).toEqual(['SOL disagreement'])
  later(61)
  await reportTrouble(env, 'ETH', 'reading', new TooFewNodes('one is still away'))
  expect(new Set(await statuses())).toEqual(new Set(['ETH unreachable', 'SOL disagreement']))
  // This text is public: it names no node.
  expect(JSON.stringify([...(await unreliableChains(env, env.db)).values()])).not.toContain('host.example')
  await endTrouble(env, env.db, 'ETH', 'reading')
  await endTrouble(env, env.db, 'SOL', 'sending')
  expect(await statuses()).toEqual([])
})

test('a chain without new blocks is reported; in UAT only while a transaction waits for a block', async () => {
  const production = { config: { ...readConfig({}), environment: 'production' as const } }
  later(299)
  expect(await statuses(production)).toEqual([])
  later(2)
  expect(await statuses(production)).toEqual(['ETH stalled', 'SOL stalled'])
  expect(await statuses()).toEqual([])
  await database.owner.query(
    `insert into chains.movement (id, chain, txid, index, height, block, kind, asset, amount, state, created_at, updated_at)
     values (gen_random_uuid(), 'ETH', '0x1', 0, 9, '0x2', 'transfer', 'VCHF', 1, 'seen', $1, $1)`,
    [new Date(now.getTime() - 301_000)],
  )
  expect(await statuses()).toEqual(['ETH stalled'])
})

test('no deposit address is assigned on an unreliable chain, and the error names the chain', async () => {
  const problem = 'Block 1 was 0xa when it was final, and is 0xb now.'
  await database.owner.query(`update chains.cursor set problem = $1 where chain = 'ETH'`, [problem])
  expect(await statuses()).toEqual(['ETH broken'])
  const refused = depositAddressOf(env, '00000000-0000-7000-8000-000000000001', 'ETH')
  await expect(refused).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('Ethereum has changed what was final'),
    details: { blockchain: 'ETH', reason: 'broken' },
  })
})
