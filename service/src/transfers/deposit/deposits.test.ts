import { decideHold } from '@specie/test/people.ts'
import { randomUUID } from 'node:crypto'
import { becomes, equip, head, seen, txidOf, walletOf } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { finalByHand } from '@specie/test/sender.ts'
import { balances } from '@specie/test/balances.ts'
import { check } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { holdAndReport } from '../../stopping/place.ts'
import { depositAddress } from './address.ts'
import { advanceDeposits } from './job.ts'
import { listDeposits } from './list.ts'
import { listTransfers } from '../statement/list.ts'
import { statementsOf } from '../statement/statement.ts'

let database: TestDatabase
let env: Env
let omnibus: string

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]) })
  omnibus = await equip(env.db, 'ETH', 40)
})
afterAll(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  await database.drop()
})

const vchf = 1_000_000n

async function institution(): Promise<{ id: string; address: string }> {
  const id = await newInstitution(env.db)
  return { id, address: (await depositAddress(env, id, { asset: 'VCHF', blockchain: 'ETH' })).address! }
}

const balance = async (id: string, asset: 'VCHF' | 'ETH' = 'VCHF') =>
  (await balances(env, id)).get(asset) ?? { available: 0n, pending: 0n }
const deposits = async (id: string) => (await listDeposits(env, id, {})).deposits
const ledger = async (name: string, owner: string, asset = 'VCHF') =>
  (
    await env.db.query<{ balance: bigint }>(
      `select balance from ledger.account where pool = 'client' and name = $1 and owner = $2 and asset = $3`,
      [name, owner, asset],
    )
  )[0]?.balance ?? 0n
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  )

describe('depositAddress', () => {
  test('gives each institution its own address, the same each time and for every asset of the family', async () => {
    const { id, address } = await institution()
    expect(await depositAddress(env, id, { asset: 'VCHF', blockchain: 'ETH' })).toMatchObject({
      blockchain: 'ETH',
      address,
      memo: null,
      min_deposit: '1',
      confirmations: 9,
      iban: null,
    })
    expect((await depositAddress(env, id, { asset: 'ETH', blockchain: 'ETH' })).address).toBe(address)
    expect((await depositAddress(env, id, { asset: 'USDC', blockchain: 'ETH' })).min_deposit).toBe('1')
    expect((await institution()).address).not.toBe(address)
  })

  test('is the same when it is requested many times concurrently', async () => {
    const { id } = await institution()
    await env.db.query('update chains.deposit_address set institution_id = null where institution_id = $1', [id])
    const request = () => depositAddress(env, id, { asset: 'VGBP', blockchain: 'ETH' })
    const all = await Promise.all(Array.from({ length: 8 }, request))
    expect(new Set(all.map((one) => one.address)).size).toBe(1)
  })

  test.each([
    [{ asset: 'XYZ', blockchain: 'ETH' }, 'unknown_asset'],
    [{ asset: 'VCHF' }, 'bad_request'],
    [{ asset: 'VGBP', blockchain: 'ARB' }, 'unknown_blockchain'],
    [{ asset: 'VCHF', blockchain: 'BASE' }, 'service_unavailable'],
    [{ asset: 'BTC', blockchain: 'BTC' }, 'service_unavailable'],
  ])('%j: %s', async (fields, code) => {
    expect(await codeOf(depositAddress(env, randomUUID(), fields))).toBe(code)
  })

  test('answers when none is free, and when to retry', async () => {
    const solana = testEnv(database, { chains: new Map([['SOL', { code: 'SOL' } as Chain]]) })
    const refused = depositAddress(solana, randomUUID(), { asset: 'VCHF', blockchain: 'SOL' })
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } })
  })
})

describe('a deposit', () => {
  test('is confirming while its block is young, and credited when it is final', async () => {
    const { id, address } = await institution()
    await head(env.db, 'ETH', 102n)
    const { txid, block } = await seen(env.db, { to: address, amount: 5n * vchf, height: 100n })
    await advanceDeposits.run(env)
    expect(await deposits(id)).toMatchObject([
      { status: 'confirming', quantity: '5', credited: '0', confirmations: 3, txid, address, blockchain: 'ETH' },
    ])
    expect(await balance(id)).toEqual({ available: 0n, pending: 0n })
    await becomes(env.db, block, 'final')
    await advanceDeposits.run(env)
    expect(await deposits(id)).toMatchObject([{ status: 'credited', credited: '5', confirmations: 9, hold: null }])
    expect(await balance(id)).toEqual({ available: 5n * vchf, pending: 0n })
    expect(await advanceDeposits.run(env)).toBe(0)
    const [row] = await deposits(id)
    const history = await env.db.query('select to_state from state.history where subject = $1 order by id', [
      row!.depositid,
    ])
    expect(history.map((one) => one.to_state)).toEqual(['seen', 'confirming', 'screening', 'credited'])
  })

  test('is collected into the omnibus wallet, once', async () => {
    const { id, address } = await institution()
    await seen(env.db, { to: address, amount: 7n * vchf, state: 'final', kind: 'mint' })
    await advanceDeposits.run(env)
    const [{ depositid } = { depositid: '' }] = await deposits(id)
    const orders = () => env.db.query('select * from chains.operation where subject = $1', [depositid])
    expect(await orders()).toMatchObject([
      { kind: 'collect', asset: 'VCHF', amount: 7n * vchf, recipient: omnibus, purpose: 'collection', state: 'queued' },
    ])
    // Collected coins come from an address of ours: no deposit.
    await seen(env.db, { from: address, to: omnibus, amount: 7n * vchf, state: 'final' })
    await finalByHand(env.db, 'collection', depositid)
    const unallocated = await ledger('unallocated', '')
    await advanceDeposits.run(env)
    expect(await ledger('unallocated', '')).toBe(unallocated)
    expect((await orders()).length).toBe(1)
    const [row] = await env.db.query('select collected_at from transfers.deposit where id = $1', [depositid])
    expect(row!.collected_at).toBeInstanceOf(Date)
  })

  test('of ether stays in the owner’s transitional wallet and is not collected', async () => {
    const { id, address } = await institution()
    await seen(env.db, { to: address, asset: 'ETH', amount: 2n * 10n ** 18n, state: 'final' })
    await advanceDeposits.run(env)
    expect(await balance(id, 'ETH')).toEqual({ available: 2n * 10n ** 18n, pending: 0n })
    expect(await ledger('transitional', id, 'ETH')).toBe(2n * 10n ** 18n)
    const [{ depositid } = { depositid: '' }] = await deposits(id)
    expect(await env.db.query('select 1 from chains.operation where subject = $1', [depositid])).toEqual([])
  })

  test('below the minimum waits until several of them reach it together', async () => {
    const { id, address } = await institution()
    const small = (amount: bigint) => seen(env.db, { to: address, amount, state: 'final' })
    await small(400_000n)
    await advanceDeposits.run(env)
    await small(500_000n)
    await advanceDeposits.run(env)
    expect(await balance(id)).toEqual({ available: 0n, pending: 900_000n })
    expect(await deposits(id)).toMatchObject([
      { status: 'below_minimum', quantity: '0.5', accumulated: '0.9', min_deposit: '1', credited: '0' },
      { status: 'below_minimum', quantity: '0.4', accumulated: '0.9' },
    ])
    expect((await listDeposits(env, id, { status: 'below_minimum' })).deposits.length).toBe(2)
    await small(100_000n)
    await advanceDeposits.run(env)
    expect(await balance(id)).toEqual({ available: vchf, pending: 0n })
    const rows = await deposits(id)
    expect(rows.map((row) => `${row.status} ${row.accumulated}`)).toEqual(Array(3).fill('credited 0'))
  })

  test('without a known owner waits for staff, in the books but on no balance', async () => {
    const before = await ledger('unallocated', '')
    const coins = await ledger('omnibus', 'ETH')
    const { txid } = await seen(env.db, { to: omnibus, amount: 3n * vchf, state: 'final' })
    await seen(env.db, { to: omnibus, asset: 'ETH', amount: 10n ** 18n, state: 'final' }) // gas of the house
    await seen(env.db, { to: omnibus, amount: 9n * vchf, kind: 'mint', state: 'final' }) // booked by the mint itself
    await advanceDeposits.run(env)
    expect(await ledger('unallocated', '')).toBe(before + 3n * vchf)
    expect(await ledger('omnibus', 'ETH')).toBe(coins + 3n * vchf)
    const rows = await env.db.query('select institution_id, state from transfers.deposit where txid = $1', [txid])
    expect(rows).toEqual([{ institution_id: null, state: 'held' }])
    expect(await advanceDeposits.run(env)).toBe(0)
  })

  test('of zero, or to an outside address, is none', async () => {
    const { id, address } = await institution()
    await seen(env.db, { to: address, amount: 0n, state: 'final' })
    await seen(env.db, { to: walletOf(), amount: vchf, state: 'final' })
    await advanceDeposits.run(env)
    expect(await deposits(id)).toEqual([])
  })
})

describe('a reorganisation', () => {
  test('that mines it again in another block changes nothing but the count of confirmations', async () => {
    const { id, address } = await institution()
    await head(env.db, 'ETH', 200n)
    const first = await seen(env.db, { to: address, amount: 2n * vchf, height: 200n })
    await advanceDeposits.run(env)
    const [before] = await deposits(id)
    await becomes(env.db, first.block, 'orphaned')
    await head(env.db, 'ETH', 202n)
    const again = await seen(env.db, { to: address, amount: 2n * vchf, height: 202n, txid: first.txid })
    await advanceDeposits.run(env)
    const [after] = await deposits(id)
    expect(after).toMatchObject({ depositid: before!.depositid, status: 'confirming', confirmations: 1 })
    await becomes(env.db, again.block, 'final')
    await advanceDeposits.run(env)
    expect((await deposits(id)).map((row) => row.status)).toEqual(['credited'])
    expect(await balance(id)).toEqual({ available: 2n * vchf, pending: 0n })
  })

  test('that drops it leaves nothing to spend; if it is mined again, it is another deposit', async () => {
    const { id, address } = await institution()
    const { txid, block } = await seen(env.db, { to: address, amount: 2n * vchf })
    await advanceDeposits.run(env)
    await becomes(env.db, block, 'orphaned')
    await advanceDeposits.run(env)
    expect(await deposits(id)).toMatchObject([{ status: 'orphaned', credited: '0', confirmations: 0 }])
    expect(await balance(id)).toEqual({ available: 0n, pending: 0n })
    await becomes(env.db, block, 'seen') // the old chain wins
    await advanceDeposits.run(env)
    await becomes(env.db, block, 'final')
    await advanceDeposits.run(env)
    const both = (await listDeposits(env, id, { txid })).deposits
    expect(both.map((row) => row.status)).toEqual(['credited', 'orphaned'])
    expect(await balance(id)).toEqual({ available: 2n * vchf, pending: 0n })
  })

  test('between two reads has no effect', async () => {
    const { id, address } = await institution()
    const first = await seen(env.db, { to: address, amount: 2n * vchf })
    await becomes(env.db, first.block, 'orphaned')
    await advanceDeposits.run(env)
    expect(await deposits(id)).toEqual([])
    await seen(env.db, { to: address, amount: 2n * vchf, txid: first.txid, state: 'final' })
    await advanceDeposits.run(env)
    expect((await deposits(id)).map((row) => row.status)).toEqual(['credited'])
  })
})

describe('a hold', () => {
  test('keeps a deposit pending until two people have released it', async () => {
    const { id, address } = await institution()
    const { holdid: placed } = await env.db.tx((tx) =>
      holdAndReport(env, tx, { institutionId: id, on: 'next deposit', reason: 'aml_review' }, 'officer'),
    )
    await seen(env.db, { to: address, amount: 2n * vchf, state: 'final' })
    await advanceDeposits.run(env)
    expect(await deposits(id)).toMatchObject([
      { status: 'held', credited: '0', hold: { reason: 'aml_review', message: 'under review, contact support' } },
    ])
    expect(await balance(id)).toEqual({ available: 0n, pending: 2n * vchf })
    expect(await advanceDeposits.run(env)).toBe(0)
    await decideHold(env, placed, 'release')
    await advanceDeposits.run(env)
    expect(await deposits(id)).toMatchObject([{ status: 'credited', hold: null }])
    expect(await balance(id)).toEqual({ available: 2n * vchf, pending: 0n })
  })

  test('on a deposit that is not final yet, or too small, keeps it from being credited', async () => {
    const { id, address } = await institution()
    const small = vchf / 100n
    const { block } = await seen(env.db, { to: address, amount: 2n * vchf })
    await seen(env.db, { to: address, amount: small, state: 'final' })
    await advanceDeposits.run(env)
    const found = await deposits(id)
    expect(found.map((row) => row.status).toSorted()).toEqual(['below_minimum', 'confirming'])
    const placed = []
    for (const { depositid: on } of found) {
      const hold = { institutionId: id, on, reason: 'aml_review' } as const
      placed.push(await env.db.tx((tx) => holdAndReport(env, tx, hold, 'officer')))
    }
    expect(placed.map((one) => one.status)).toEqual(['held', 'held'])
    await becomes(env.db, block, 'final')
    await advanceDeposits.run(env)
    expect((await listDeposits(env, id, { status: 'held' })).deposits.length).toBe(2)
    await seen(env.db, { to: address, amount: 2n * vchf, state: 'final' })
    await advanceDeposits.run(env)
    expect(await balance(id)).toEqual({ available: 2n * vchf, pending: 2n * vchf + small })
    for (const { holdid } of placed) await decideHold(env, holdid, 'release')
    await advanceDeposits.run(env)
    expect(await balance(id)).toEqual({ available: 4n * vchf, pending: small })
  })
})

test('an arrival at the address of a payment rail is not a deposit: it is left for the rail', async () => {
  const { id } = await institution()
  const rail = randomUUID()
  const [own] = await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica') // without the triggers, as only a superuser can
    await tx.query(
      `insert into rails.rail (id, institution_id, railtype, sender, asset, currency, blockchain, destination, state,
         created_at, updated_at)
       values ($1, $2, 'StablecoinToFiat', '{}', 'VCHF', 'CHF', 'ETH', '', 'active', now(), now())`,
      [rail, id],
    )
    return tx.query<{ address: string }>(
      `update chains.deposit_address set rail_id = $1 where family = 'evm' and index = (select max(index)
         from chains.deposit_address where family = 'evm' and institution_id is null) returning address`,
      [rail],
    )
  })
  const { txid } = await seen(env.db, { to: own!.address, amount: 5n * vchf, state: 'final' })
  expect(await advanceDeposits.run(env)).toBe(0)
  expect(await env.db.query('select unread from chains.movement where txid = $1', [txid])).toEqual([{ unread: true }])
  expect(await env.db.query('select 1 from transfers.deposit where txid = $1', [txid])).toEqual([])
  // Coins that the rail collects into the omnibus wallet are not a deposit either.
  await seen(env.db, { from: own!.address, to: omnibus, amount: 5n * vchf, state: 'final' })
  const unallocated = await ledger('unallocated', '')
  await advanceDeposits.run(env)
  expect(await ledger('unallocated', '')).toBe(unallocated)
})

test('lists have filters and pages, and the statement shows arrivals', async () => {
  const { id, address } = await institution()
  const from = env.clock.now()
  const txids: string[] = []
  for (let n = 2n; n <= 4n; n += 1n) {
    const txid = txidOf()
    txids.unshift(txid)
    await seen(env.db, { to: address, amount: n * vchf, txid, state: 'final' })
    await advanceDeposits.run(env)
  }
  const first = await listDeposits(env, id, { limit: 2 })
  const rest = await listDeposits(env, id, { limit: 2, cursor: first.next_cursor! })
  expect([...first.deposits, ...rest.deposits].map((row) => row.txid)).toEqual(txids)
  expect(rest.next_cursor).toBeNull()
  const count = async (request: Parameters<typeof listDeposits>[2]) =>
    (await listDeposits(env, id, request)).deposits.length
  expect(await count({ txid: txids[0]! })).toBe(1)
  expect(await count({ blockchain: 'ETH', asset: 'VCHF', status: 'credited' })).toBe(3)
  expect(await count({ blockchain: 'SOL' })).toBe(0)
  expect(await count({ bankref: 'x' })).toBe(0)
  expect(await count({ status: 'pending' })).toBe(0)
  expect(await count({ depositid: first.deposits[0]!.depositid })).toBe(1)
  const { transfers } = await listTransfers(env, id, { type: 'deposit', blockchain: 'ETH' })
  expect(transfers.map((row) => [row.type, row.blockchain, row.status, row.quantity])).toEqual(
    ['4', '3', '2'].map((quantity) => ['deposit', 'ETH', 'credited', quantity]),
  )
  const to = new Date(env.clock.now().getTime() + 1)
  const {
    statements: [statement],
  } = await statementsOf(env, id, { from, to }, 'VCHF')
  expect(statement).toMatchObject({ opening: 0n, closing: 9n * vchf })
  expect(statement!.movements.map((row) => row.ref)).toEqual(transfers.map((row) => row.transferid).toReversed())
})
