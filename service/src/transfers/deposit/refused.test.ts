import { becomes, equip, seen, walletOf } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { decideHold } from '@specie/test/people.ts'
import { post } from '@specie/test/post.ts'
import { failedByHand, finalByHand, signedByHand } from '@specie/test/sender.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { setActor } from '../../base/state-machine/move.ts'
import { checkBooks } from '../../checks/check.ts'
import { isBroken } from '../../checks/rule.ts'
import { placeHold } from '../../compliance/holds.ts'
import { addToWatchlist } from '../../compliance/list/own.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { depositAddress } from './address.ts'
import { retryCollection } from './collect.ts'
import { advanceDeposits } from './job.ts'
import { listDeposits } from './list.ts'

// A deposit rejected by two officers returns to the address that they name, or is frozen. A credited deposit that the
// chain drops becomes a debt.

let database: TestDatabase
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]) })
  await equip(env.db, 'ETH', 40)
})
afterAll(() => database.drop())
/** Transactions and some journals are written by hand here. */
const byHand = [
  'chains.operation: a sent operation is in a final transaction of ours',
  'every journal belongs to a row',
]
afterEach(async () => {
  const broken = (await checkBooks(env.db)).filter((row) => isBroken(row) && !byHand.includes(row.what))
  expect(broken).toEqual([])
})

const vchf = 1_000_000n
const ether = 10n ** 18n
const outside = '0x52908400098527886E0F7030069857D2E4169EE7'

async function held(asset: 'VCHF' | 'ETH' = 'VCHF', amount = 100n * vchf) {
  const id = await newInstitution(env.db)
  const { address } = await depositAddress(env, id, { asset, blockchain: 'ETH' })
  const { holdid } = await env.db.tx((tx) =>
    placeHold(env, tx, { institutionId: id, on: 'next deposit', reason: 'sanctions_review' }, 'officer'),
  )
  const from = walletOf()
  const { block } = await seen(env.db, { to: address!, from, asset, amount, state: 'final' })
  await advanceDeposits.run(env)
  const [{ depositid } = { depositid: '' }] = (await listDeposits(env, id, {})).deposits
  return { id, holdid, depositid, from, block }
}

const shown = async (id: string) => (await listDeposits(env, id, {})).deposits[0]!
const lot = async (name: string, owner: string, asset = 'VCHF') =>
  (
    await env.db.query<{ balance: bigint }>(
      `select balance from ledger.account where pool = 'client' and name = $1 and owner = $2 and asset = $3`,
      [name, owner, asset],
    )
  )[0]?.balance ?? 0n
const openCases = (depositid: string) =>
  env.db.query(`select kind from banking.bank_case where closed_at is null and detail ->> 'depositid' = $1`, [
    depositid,
  ])

test('a rejected deposit returns to the named address, less the network fee, and is returned', async () => {
  const { id, holdid, depositid } = await held()
  await decideHold(env, holdid, 'reject', outside.toLowerCase())
  await advanceDeposits.run(env)
  expect(await shown(id)).toMatchObject({
    status: 'returning',
    credited: '0',
    returned_to: outside,
    reason: expect.stringContaining('It is returned'),
  })
  expect(await lot('pending', id)).toBe(100n * vchf)
  const orders = await env.db.query('select kind, amount, recipient from chains.operation where subject = $1', [
    depositid,
  ])
  expect(orders).toEqual([{ kind: 'collect', amount: 100n * vchf - fee, recipient: outside }])
  await signedByHand(env.db, 'deposit_return', depositid)
  const txid = await finalByHand(env.db, 'deposit_return', depositid)
  await advanceDeposits.run(env)
  expect(await shown(id)).toMatchObject({ status: 'returned', returned_txid: txid, credited: '0' })
  expect([await lot('pending', id), await lot('available', id)]).toEqual([0n, 0n])
})
const fee = 2n * vchf

test('ether returns from its own address, which pays the network out of the fee', async () => {
  const { id, holdid, depositid } = await held('ETH', ether)
  await decideHold(env, holdid, 'reject', outside)
  await advanceDeposits.run(env)
  const [order] = await env.db.query<{ kind: string; amount: bigint; max_fee: bigint }>(
    'select kind, amount, max_fee from chains.operation where subject = $1',
    [depositid],
  )
  expect(order).toMatchObject({ kind: 'native', amount: ether - order!.max_fee })
  await signedByHand(env.db, 'deposit_return', depositid)
  await finalByHand(env.db, 'deposit_return', depositid)
  await env.db.query(
    'update chains.transaction set cost = 21000 where id = (select transaction_id from chains.operation where subject = $1)',
    [depositid],
  )
  await advanceDeposits.run(env)
  expect((await shown(id)).status).toBe('returned')
  expect(await lot('transitional', id, 'ETH')).toBe(order!.max_fee - 21_000n)
})

test('officers must name an address that is neither listed nor ours', async () => {
  const { holdid, from } = await held()
  await env.db.tx((tx) =>
    addToWatchlist(
      tx,
      [{ name: from.toUpperCase().replace('0X', '0x'), list: 'sandbox', effect: 'refuse' }],
      env.clock.now(),
    ),
  )
  await expect(decideHold(env, holdid, 'reject')).rejects.toThrow(/Name the address for the return/)
  await expect(decideHold(env, holdid, 'reject', from)).rejects.toThrow(/sanctions list/)
  const [own] = await env.db.query<{ address: string }>(`select address from chains.wallet where key = 'omnibus'`)
  await expect(decideHold(env, holdid, 'reject', own!.address)).rejects.toThrow(/omnibus wallet/)
  await expect(decideHold(env, holdid, 'reject', 'nowhere')).rejects.toMatchObject({ code: 'invalid_address' })
})

test('a deposit below the network fee cannot be returned', async () => {
  const { holdid } = await held('VCHF', 2n * vchf)
  await expect(decideHold(env, holdid, 'reject', outside)).rejects.toThrow(/exceeds the deposit/)
})

test('a frozen deposit is in no balance, and its hold names it', async () => {
  const { id, holdid } = await held()
  await decideHold(env, holdid, 'freeze')
  await advanceDeposits.run(env)
  expect(await shown(id)).toMatchObject({ status: 'frozen', reason: expect.stringContaining('frozen') })
  expect([await lot('pending', id), await lot('frozen', holdid)]).toEqual([0n, 100n * vchf])
  expect(await env.db.query('select state, concluded_at from compliance.hold where id = $1', [holdid])).toEqual([
    { state: 'frozen', concluded_at: null },
  ])
  expect(await advanceDeposits.run(env)).toBe(0)
})

test('no SQL of the service can return or freeze a deposit without two people', async () => {
  const { depositid } = await held()
  const change = (set: string) =>
    env.db.tx(async (tx) => {
      await setActor(tx, { actor: 'somebody', why: 'no reason', at: env.clock.now() })
      await tx.query(`update transfers.deposit set ${set} where id = $1`, [depositid])
    })
  await expect(change(`state = 'returning', returned_to = '${outside}'`)).rejects.toThrow(
    /on hold cannot move|two people/,
  )
  await expect(change(`state = 'frozen', frozen_by = gen_random_uuid()`)).rejects.toThrow(/two people/)
})

test('a return that the chain refuses is escalated, and both sides see it', async () => {
  const { id, holdid, depositid } = await held()
  await decideHold(env, holdid, 'reject', outside)
  await advanceDeposits.run(env)
  await failedByHand(env.db, 'deposit_return', depositid, 'execution reverted')
  await advanceDeposits.run(env)
  expect(await shown(id)).toMatchObject({
    status: 'returning',
    reason: expect.stringContaining('could not be sent back'),
  })
  expect(await openCases(depositid)).toEqual([{ kind: 'deposit_return' }])
  const by = { actor: 'operator', why: 'the wallet takes it now', at: env.clock.now() }
  await env.db.tx((tx) => retryCollection(env, tx, depositid, by))
  await advanceDeposits.run(env)
  await signedByHand(env.db, 'deposit_return', depositid)
  await finalByHand(env.db, 'deposit_return', depositid)
  await advanceDeposits.run(env)
  expect([(await shown(id)).status, await openCases(depositid)]).toEqual(['returned', []])
})

test('a credited deposit that its chain drops is reversed: the spent part is owed', async () => {
  const id = await newInstitution(env.db)
  const { address } = await depositAddress(env, id, { asset: 'VCHF', blockchain: 'ETH' })
  const { block } = await seen(env.db, { to: address!, amount: 100n * vchf, state: 'final' })
  await advanceDeposits.run(env)
  const other = await newInstitution(env.db)
  const move = (key: string, from: string, to: string, amount: bigint) =>
    post(env, {
      key: `spent:${key}`,
      kind: 'spent',
      lines: [
        debit(account('client', 'available', from, 'VCHF'), amount),
        credit(account('client', 'available', to, 'VCHF'), amount),
      ],
    })
  await move('there', id, other, 60n * vchf)
  await becomes(env.db, block, 'orphaned')
  await advanceDeposits.run(env)
  expect(await shown(id)).toMatchObject({ status: 'orphaned', credited: '0' })
  expect([await lot('available', id), await lot('owed', id)]).toEqual([0n, 60n * vchf])
  await move('back', other, id, 60n * vchf)
  expect([await lot('available', id), await lot('owed', id)]).toEqual([0n, 0n])
})
