import { randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '../../base/database/db.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { Chain, Contract } from '../../base/ports/chain.ts'
import { compareSupply, superviseSupply } from './supply.ts'

// L7: on each chain there are as many coins as the ledger has issued there. More of them stop the minting of that coin.

let database: TestDatabase
let env: Env
let now: number
/** What the chain says: its final block before and after it is asked for the supply, and the supply. */
let told: { heads: bigint[]; supply: bigint }
let asked: number

const vchf: Contract = { asset: 'VCHF', address: '0xc0' }
const coin = { chain: 'ETH', contract: vchf } as const

const chain = {
  code: 'ETH',
  family: 'evm',
  heads: async () => {
    const final = told.heads.length > 1 ? told.heads.shift()! : told.heads[0]!
    return { final, latest: final }
  },
  supply: async (contract: Contract) => {
    asked += 1
    if (contract.asset !== 'VCHF') throw new Error('the node does not know this coin')
    return told.supply
  },
} as Partial<Record<keyof Chain, unknown>> as Chain

const hash = (): string => `0x${randomBytes(32).toString('hex')}`

beforeEach(async () => {
  now = 1_000_000
  asked = 0
  told = { heads: [5n], supply: 0n }
  database = await freshDatabase()
  const clock = { ...systemClock, elapsed: () => now }
  env = testEnv(database, { clock, chains: new Map([['ETH', chain]]) })
  await database.owner.query(
    `insert into chains.contract (chain, asset, address, created_at)
     values ('BASE', 'VCHF', '0xc2', now()), ('ETH', 'VGBP', '0xc1', now()), ('ETH', 'VCHF', '0xc0', now())`,
  )
  await readUpTo(5n)
})
afterEach(() => database.drop())

const readUpTo = (final: bigint, db: Db = database.owner) =>
  db.query(
    `insert into chains.cursor (chain, cursor, latest, final, read_at) values ('ETH', '{}', $1, $1, now())
     on conflict (chain) do update set final = excluded.final`,
    [final],
  )

/** An operation that has happened and is not in the ledger yet, unless it was read. */
const issued = (amount: bigint, over: { kind?: 'mint' | 'burn'; unread?: boolean; state?: string } = {}) =>
  database.owner.query(
    `insert into chains.operation (id, chain, key, purpose, subject, kind, asset, amount, request_id, state, unread,
       created_at, updated_at)
     values ($1, 'ETH', 'minter', 'faucet', $1, $2, 'VCHF', $3, $4, $5, $6, now(), now())`,
    [randomUUID(), over.kind ?? 'mint', amount, hash(), over.state ?? 'final', over.unread ?? true],
  )

const moved = (kind: 'mint' | 'burn', amount: bigint, height: bigint, verdict: string | null = null) =>
  database.owner.query(
    `insert into chains.movement (id, chain, txid, index, height, block, kind, asset, amount, state, verdict,
       created_at, updated_at)
     values ($1, 'ETH', $2, 0, $3, '0xb', $4, 'VCHF', $5, 'final', $6, now(), now())`,
    [randomUUID(), hash(), height, kind, amount, verdict],
  )

const supervised = async () => {
  await superviseSupply.run(env)
  const halts = await database.app.query<{ what: string; reason: string }>('select what, reason from compliance.switch')
  const kept = await database.app.query(
    'select chain, asset, on_chain, ledger from chains.supply order by chain, asset',
  )
  return { halts, kept }
}

const compared = (db: Db = env.db) => compareSupply({ db, chains: env.chains }, chain, coin)

test('as many coins as were issued: the comparison is stored, and minting continues', async () => {
  await issued(900n)
  await issued(300n, { kind: 'burn' })
  await issued(50n, { state: 'working' })
  await issued(60n, { unread: false })
  await moved('burn', 100n, 4n, 'holder_burn')
  told.supply = 500n
  const kept = [{ chain: 'ETH', asset: 'VCHF', on_chain: 500n, ledger: 500n }]
  expect(await supervised()).toEqual({ halts: [], kept })
})

test('more coins than were issued stop the minting of that coin; staff see both figures', async () => {
  await issued(50_000n)
  told.supply = 50_001n
  expect(await supervised()).toEqual({
    halts: [{ what: 'mint:VCHF', reason: 'The supply differs: VCHF on ETH: 0.050001 on chain, 0.05 in the ledger.' }],
    kept: [{ chain: 'ETH', asset: 'VCHF', on_chain: 50_001n, ledger: 50_000n }],
  })
})

test('fewer coins than were issued leave all holders backed: minting continues, and staff see it', async () => {
  await issued(500n)
  told.supply = 499n
  const kept = [{ chain: 'ETH', asset: 'VCHF', on_chain: 499n, ledger: 500n }]
  expect(await supervised()).toEqual({ halts: [], kept })
})

test('a later comparison replaces the one before; the chains rest for a quarter of a minute in between', async () => {
  await issued(500n)
  told.supply = 499n
  await supervised()
  told.supply = 500n
  now += 14_999
  expect((await supervised()).kept).toMatchObject([{ on_chain: 499n }])
  now += 1
  expect((await supervised()).kept).toEqual([{ chain: 'ETH', asset: 'VCHF', on_chain: 500n, ledger: 500n }])
  expect(asked).toBe(4)
})

test('a chain that grows during the query may report the supply of any block in between', async () => {
  await issued(500n)
  await issued(30n, { kind: 'burn' })
  await moved('mint', 100n, 6n)
  await moved('burn', 30n, 8n)
  await moved('mint', 7n, 10n)
  await readUpTo(10n)
  const at = async (supply: bigint, heads: bigint[] = [5n, 9n]) => {
    told = { heads, supply }
    return compared()
  }
  // 470 in all: 463 before block 10, 493 before block 8, 393 before block 6.
  for (const supply of [463n, 493n, 393n]) expect(await at(supply)).toEqual({ chain: supply, ledger: supply })
  expect(await at(470n)).toEqual({ chain: 470n, ledger: 463n })
  expect(await at(393n, [7n, 9n])).toEqual({ chain: 393n, ledger: 463n })
  expect(await at(470n, [10n])).toEqual({ chain: 470n, ledger: 470n })
})

test('a comparison waits until the chain was read as far as it was asked', async () => {
  await issued(500n)
  told = { heads: [6n], supply: 600n }
  // The chain is read on after the first look.
  const db = {
    query: async (...args: Parameters<Db['query']>) => {
      const rows = await env.db.query(...args)
      await issued(100n)
      await readUpTo(6n)
      return rows
    },
  } as Partial<Db> as Db
  expect(await compared(db)).toEqual({ chain: 600n, ledger: 600n })
})
