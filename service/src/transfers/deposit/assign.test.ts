import { agree, decideHold } from '@specie/test/people.ts'
import { randomUUID } from 'node:crypto'
import { equip, seen, walletOf } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, pastTriggersIn, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { finalByHand, signedByHand } from '@specie/test/sender.ts'
import { balances } from '@specie/test/balances.ts'
import { check } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { enqueue } from '../../chains/outbox/operations.ts'
import { placeHold } from '../../compliance/holds.ts'
import { depositAddress } from './address.ts'
import { advanceDeposits } from './job.ts'
import { listDeposits } from './list.ts'

let database: TestDatabase
let env: Env
let omnibus: string
const minter = walletOf()

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]) })
  omnibus = await equip(env.db, 'ETH', 10)
  await env.db.query(`insert into chains.wallet (chain, key, address) values ('ETH', 'minter', $1)`, [minter])
})
afterAll(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  await database.drop()
})

const vchf = 1_000_000n

const institution = () => newInstitution(env.db)
const freeAddress = async (): Promise<string> =>
  (
    await env.db.query<{ address: string }>('select address from chains.deposit_address order by index desc limit 1')
  )[0]!.address

type Found = { id: string; state: string; at_key: string | null; source: number | null; institution_id: string | null }
const found = async (txid: string): Promise<Found[]> =>
  env.db.query<Found>('select id, state, at_key, source, institution_id from transfers.deposit where txid = $1', [txid])
const caseOf = async (id: string) =>
  (
    await env.db.query(
      `select detail, closed_by from banking.bank_case where kind = 'unassigned_deposit' and cause = $1`,
      [id],
    )
  )[0]
const arrived = async (to: string, over: Partial<Parameters<typeof seen>[1]> = {}): Promise<Found> => {
  const { txid } = await seen(env.db, { to, amount: 3n * vchf, state: 'final', ...over })
  await advanceDeposits.run(env)
  return (await found(txid))[0]!
}
const assign = (depositid: string, institutionid: string) =>
  agree(env, 'deposit.assign', { depositid, institutionid }, 'by letter')

describe('coins without an owner', () => {
  test.each<[string, () => Promise<string>, Partial<Found>, string]>([
    ['in the omnibus wallet', async () => omnibus, { at_key: null, source: null }, 'the omnibus wallet'],
    [
      'in another wallet of ours',
      async () => minter,
      { at_key: 'minter', source: null },
      'the wallet of the key minter',
    ],
    ['at an unassigned deposit address', freeAddress, { at_key: null, source: 9 }, 'an unassigned deposit address'],
  ])('%s wait in a case until two people assign them', async (_where, to, place, where) => {
    const address = await to()
    const one = await arrived(address)
    expect(one).toMatchObject({ state: 'held', institution_id: null, ...place })
    expect(await caseOf(one.id)).toMatchObject({
      closed_by: null,
      detail: {
        depositid: one.id,
        asset: 'VCHF',
        amount: '3',
        blockchain: 'ETH',
        address,
        problem: `Its owner is unknown. It arrived at ${where}.`,
      },
    })
    const owner = await institution()
    await assign(one.id, owner)
    await advanceDeposits.run(env)
    expect((await listDeposits(env, owner, {})).deposits).toMatchObject([
      { status: 'credited', credited: '3', address },
    ])
    expect((await balances(env, owner)).get('VCHF')).toEqual({ available: 3n * vchf, pending: 0n })
    expect(await caseOf(one.id)).toMatchObject({ closed_by: expect.stringMatching(/^person:\S+ and person:\S+$/) })
    const orders = await env.db.query('select kind, source, source_key from chains.operation where subject = $1', [
      one.id,
    ])
    const collected = { kind: 'collect', source: one.source, source_key: one.at_key }
    expect(orders).toEqual(address === omnibus ? [] : [collected])
    const [entry] = await env.db.query<{ body: string }>(
      `select body from audit.entry where body::jsonb ->> 'subject' = $1 and body::jsonb ->> 'action' = 'deposit.assigned'`,
      [one.id],
    )
    expect(JSON.parse(entry!.body)).toMatchObject({
      actor: expect.stringMatching(/^person:/),
      detail: { institutionid: owner, maker: expect.stringMatching(/^person:/), why: 'by letter' },
    })
  })

  test('are not assigned without two people, to an unknown institution, or twice', async () => {
    const { id } = await arrived(omnibus)
    const owner = await institution()
    const alone = `update transfers.deposit set institution_id = $2, assigned_at = now(), assigned_by = 'a', agreed_by = 'b'
       where id = $1`
    await expect(database.app.query(alone, [id, owner])).rejects.toThrow('from two people')
    await expect(assign(id, randomUUID())).rejects.toThrow('no such institution')
    await expect(assign(id, 'x')).rejects.toThrow('institutionid: ')
    await expect(assign(randomUUID(), owner)).rejects.toThrow('no such deposit')
    const both = await Promise.allSettled([assign(id, owner), assign(id, await institution())])
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const taking = database.app.query('update transfers.deposit set institution_id = $2 where id = $1', [
      id,
      await institution(),
    ])
    await expect(taking).rejects.toThrow('keeps its owner')
  })

  test('are not assigned while they are on hold', async () => {
    const { id } = await arrived(omnibus)
    const owner = await institution()
    const hold = { institutionId: owner, on: id, reason: 'aml_review' } as const
    const { holdid } = await env.db.tx((tx) => placeHold(env, tx, hold, 'officer'))
    await expect(assign(id, owner)).rejects.toThrow('The deposit has a hold')
    await decideHold(env, holdid, 'release')
    await assign(id, owner)
    await advanceDeposits.run(env)
    expect((await listDeposits(env, owner, {})).deposits).toMatchObject([{ status: 'credited' }])
  })

  test('are held for their owner when it has a hold on its next deposit', async () => {
    const { id } = await arrived(omnibus)
    const owner = await institution()
    await env.db.tx((tx) =>
      placeHold(env, tx, { institutionId: owner, on: 'next deposit', reason: 'aml_review' }, 'officer'),
    )
    await assign(id, owner)
    await advanceDeposits.run(env)
    expect((await listDeposits(env, owner, {})).deposits).toMatchObject([{ status: 'held', credited: '0' }])
  })

  test.each<[string, () => Promise<string>, string]>([
    ['the omnibus wallet', async () => omnibus, 'transfer'],
    ['an unassigned deposit address', freeAddress, 'collect'],
  ])('that are USDC in %s continue to their owner’s own wallet, and are credited once', async (_where, to, kind) => {
    const one = await arrived(await to(), { asset: 'USDC' })
    expect(await caseOf(one.id)).toMatchObject({ detail: { asset: 'USDC' } })
    const owner = await institution()
    await assign(one.id, owner)
    await advanceDeposits.run(env)
    const usdc = async () => (await balances(env, owner)).get('USDC')
    expect(await usdc()).toEqual({ available: 3n * vchf, pending: 0n })
    const { address } = await depositAddress(env, owner, { asset: 'USDC', blockchain: 'ETH' })
    const [order] = await env.db.query('select kind, recipient from chains.operation where subject = $1', [one.id])
    expect(order).toEqual({ kind, recipient: address })
    const txid = await signedByHand(env.db, 'collection', one.id)
    await seen(env.db, { txid, from: omnibus, to: address!, asset: 'USDC', amount: 3n * vchf, state: 'final' })
    await finalByHand(env.db, 'collection', one.id)
    await advanceDeposits.run(env)
    expect(await usdc()).toEqual({ available: 3n * vchf, pending: 0n })
    const [own] = await env.db.query(
      `select balance from ledger.account where (name, owner, asset) = ('transitional', $1, 'USDC')`,
      [owner],
    )
    expect(own).toEqual({ balance: 3n * vchf })
    expect(await advanceDeposits.run(env)).toBe(0)
  })

  test('in ether wait, and the refusal has a reason', async () => {
    const { id } = await arrived(await freeAddress(), { asset: 'ETH' })
    await expect(assign(id, await institution())).rejects.toThrow('ETH cannot be assigned')
  })

  test('minted for a client’s wallet that was ours are a deposit', async () => {
    const subject = { chain: 'ETH' as const, purpose: 'mint' as const, subject: randomUUID() }
    const effect = { kind: 'mint' as const, asset: 'VCHF' as const, to: omnibus, amount: 4n * vchf }
    const operation = await pastTriggersIn(database.owner, (tx) => enqueue(env, tx, { ...subject, effect }))
    const [{ request_id }] = (await env.db.query<{ request_id: string }>(
      'select request_id from chains.operation where id = $1',
      [operation],
    )) as [{ request_id: string }]
    const goesTo = (addressId: string | null) =>
      database.owner.tx(async (tx) => {
        await tx.query('set local session_replication_role = replica') // without the triggers, as only a superuser can
        await tx.query('update chains.operation set address_id = $2 where id = $1', [operation, addressId])
      })
    const minted = async () => {
      const { txid } = await seen(env.db, { to: omnibus, amount: 4n * vchf, kind: 'mint', state: 'final' })
      await database.owner.query('update chains.movement set request_id = null where request_id = $1', [request_id])
      await database.owner.query('update chains.movement set request_id = $2 where txid = $1', [txid, request_id])
      await advanceDeposits.run(env)
      return found(txid)
    }
    await goesTo(null)
    expect(await minted()).toEqual([]) // for the balance: booked by the mint itself
    await goesTo(randomUUID()) // a whitelisted wallet, which was ours
    const [one] = await minted()
    expect(one).toMatchObject({ state: 'held', institution_id: null })
    expect(await caseOf(one!.id)).toMatchObject({ closed_by: null })
  })

  test('moved between our wallets are not a deposit', async () => {
    const { txid } = await seen(env.db, { from: minter, to: omnibus, amount: vchf, state: 'final' })
    await advanceDeposits.run(env)
    expect(await found(txid)).toEqual([])
  })
})
