import { becomes, equip, seen, walletOf } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution, putKyb } from '@specie/test/institution.ts'
import { agree, decideHold } from '@specie/test/people.ts'
import { post } from '@specie/test/post.ts'
import { signedByHand } from '@specie/test/sender.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { placeHold } from '../../compliance/holds.ts'
import { endStandingHolds } from '../../compliance/standing.ts'
import { addToWatchlist } from '../../compliance/list/own.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { checkBooks } from '../../checks/check.ts'
import { isBroken } from '../../checks/rule.ts'
import { depositAddress } from './address.ts'
import { retryCollection } from './collect.ts'
import { advanceDeposits } from './job.ts'
import { listDeposits } from './list.ts'

let database: TestDatabase
let env: Env
let omnibus: string

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]) })
  omnibus = await equip(env.db, 'ETH', 40)
})
afterAll(() => database.drop())

const vchf = 1_000_000n
const outside = '0x52908400098527886E0F7030069857D2E4169EE7'

async function held() {
  const id = await newInstitution(env.db)
  const { address } = await depositAddress(env, id, { asset: 'VCHF', blockchain: 'ETH' })
  const { holdid } = await env.db.tx((tx) =>
    placeHold(env, tx, { institutionId: id, on: 'next deposit', reason: 'sanctions_review' }, 'officer'),
  )
  const { block } = await seen(env.db, { to: address!, from: walletOf(), amount: 100n * vchf, state: 'final' })
  await advanceDeposits.run(env)
  const [{ depositid } = { depositid: '' }] = (await listDeposits(env, id, {})).deposits
  return { id, holdid, depositid, block, address }
}

const queued = (depositid: string) =>
  env.db.query(
    `select kind, state from chains.operation where subject = $1 and purpose = 'deposit_return' and state in ('queued', 'working')`,
    [depositid],
  )

const stateOf = async (id: string) =>
  (await env.db.query<{ state: string }>('select state from transfers.deposit where id = $1', [id]))[0]!.state

const casesOf = (depositid: string) =>
  env.db.query<{ problem: string }>(
    `select detail ->> 'problem' as problem from banking.bank_case where closed_at is null and detail ->> 'depositid' = $1`,
    [depositid],
  )

/**
 * Second decisions, dropped deposits and missing ones are booked as their rows say; the test writes institutions and
 * spending directly.
 */
const ofDeposits = /\(deposit\)|^chains\.operation: each|only returned deposits|^frozen equals/

afterEach(async () => {
  const rows = (await checkBooks(env.db)).filter(({ what }) => ofDeposits.test(what))
  expect(rows).toHaveLength(4)
  expect(rows.filter(isBroken)).toEqual([])
})

test('a deposit that its chain drops before its return is signed is not sent back', async () => {
  const { holdid, depositid, block } = await held()
  await decideHold(env, holdid, 'reject', outside)
  await advanceDeposits.run(env)
  expect(await queued(depositid)).toHaveLength(1)
  await becomes(env.db, block, 'orphaned')
  await advanceDeposits.run(env)
  expect(await queued(depositid)).toEqual([])
})

test('the return of coins without an owner is not sent when their chain drops them', async () => {
  const other = await newInstitution(env.db)
  const { txid, block } = await seen(env.db, { to: omnibus, amount: 100n * vchf, state: 'final' })
  await advanceDeposits.run(env)
  const [deposit] = await env.db.query<{ id: string }>('select id from transfers.deposit where txid = $1', [txid])
  const { holdid } = await env.db.tx((tx) =>
    placeHold(env, tx, { institutionId: other, on: deposit!.id, reason: 'sanctions_review' }, 'officer'),
  )
  await decideHold(env, holdid, 'reject', outside)
  await advanceDeposits.run(env)
  expect(await queued(deposit!.id)).toEqual([{ kind: 'transfer', state: 'queued' }])
  await becomes(env.db, block, 'orphaned')
  await advanceDeposits.run(env)
  expect(await queued(deposit!.id)).toEqual([])
})

test.each(['freeze', 'reject'] as const)(
  'when the named address gets listed before the return, the case says to freeze it, and two people can (%s)',
  async (decision) => {
    const { id, holdid, depositid } = await held()
    const listed = walletOf()
    const better = walletOf()
    await decideHold(env, holdid, 'reject', listed)
    await env.db.tx((tx) => addToWatchlist(tx, [{ name: listed, list: 'sandbox', effect: 'refuse' }], env.clock.now()))
    await advanceDeposits.run(env)
    const [open] = await casesOf(depositid)
    expect(open!.problem).toMatch(/sanctions list.*Freeze the deposit/)
    const second = await env.db.tx((tx) =>
      placeHold(env, tx, { institutionId: id, on: depositid, reason: 'sanctions_review' }, 'officer'),
    )
    await (decision === 'freeze'
      ? decideHold(env, second.holdid, 'freeze')
      : decideHold(env, second.holdid, 'reject', better))
    await advanceDeposits.run(env)
    const by = { actor: 'operator', why: 'decided anew', at: env.clock.now() }
    await env.db.tx((tx) => retryCollection(env, tx, depositid, by)).catch(() => {})
    await advanceDeposits.run(env)
    const [row] = await env.db.query<{ state: string; returned_to: string; stuck: boolean }>(
      'select state, returned_to, stuck_at is not null as stuck from transfers.deposit where id = $1',
      [depositid],
    )
    expect(row).toMatchObject(
      decision === 'freeze'
        ? { state: 'frozen' }
        : { state: 'returning', stuck: false, returned_to: expect.not.stringMatching(new RegExp(listed, 'i')) },
    )
  },
)

test('a returning deposit can be frozen before signing, which cancels its queued return', async () => {
  const { id, holdid, depositid } = await held()
  await decideHold(env, holdid, 'reject', outside)
  await advanceDeposits.run(env)
  const second = await env.db.tx((tx) =>
    placeHold(env, tx, { institutionId: id, on: depositid, reason: 'sanctions_review' }, 'officer'),
  )
  await decideHold(env, second.holdid, 'freeze')
  await advanceDeposits.run(env)
  expect(await stateOf(depositid)).toBe('frozen')
  expect(await queued(depositid)).toEqual([])
})

test.each([
  ['suspended', 'assigned'],
  ['offboarded', 'offboarded'],
])('a deposit without an owner is assigned to an institution that is %s: %s', async (state, expected) => {
  const { txid } = await seen(env.db, { to: omnibus, amount: 3n * vchf, state: 'final' })
  await advanceDeposits.run(env)
  const [deposit] = await env.db.query<{ id: string }>('select id from transfers.deposit where txid = $1', [txid])
  const owner = await newInstitution(env.db)
  await putKyb(database, owner, state)
  const outcome = await agree(env, 'deposit.assign', { depositid: deposit!.id, institutionid: owner }).then(
    () => 'assigned',
    (error: unknown) => (error instanceof ApiError ? error.message : String(error)),
  )
  expect(outcome).toContain(expected)
})

test('a signed return is final, and opens a case when the deposit is dropped', async () => {
  const { id, holdid, depositid, block } = await held()
  await decideHold(env, holdid, 'reject', outside)
  await advanceDeposits.run(env)
  await signedByHand(env.db, 'deposit_return', depositid)
  const second = await env.db.tx((tx) =>
    placeHold(env, tx, { institutionId: id, on: depositid, reason: 'sanctions_review' }, 'officer'),
  )
  await expect(decideHold(env, second.holdid, 'freeze')).rejects.toThrow('is signed')
  await becomes(env.db, block, 'orphaned')
  await advanceDeposits.run(env)
  expect(await stateOf(depositid)).toBe('returning')
  expect(await casesOf(depositid)).toMatchObject([
    { problem: expect.stringContaining('no longer has the transaction') },
  ])
})

test('ether that is withdrawn before its chain drops the deposit is owed', async () => {
  const id = await newInstitution(env.db)
  const { address } = await depositAddress(env, id, { asset: 'ETH', blockchain: 'ETH' })
  const ether = 10n ** 18n
  const { block } = await seen(env.db, { to: address!, asset: 'ETH', amount: ether, state: 'final' })
  await advanceDeposits.run(env)
  await post(env, {
    key: 'spent:withdrawn',
    kind: 'spent',
    lines: [
      debit(account('client', 'available', id, 'ETH'), ether),
      credit(account('client', 'transitional', id, 'ETH'), ether),
    ],
  })
  await becomes(env.db, block, 'orphaned')
  await advanceDeposits.run(env)
  expect(await env.db.query('select asset, amount from ledger.debt where institution_id = $1', [id])).toEqual([
    { asset: 'ETH', amount: ether },
  ])
})

test('coins for an offboarded institution open a case, and are returned to the address that two people name', async () => {
  const id = await newInstitution(env.db)
  const { address } = await depositAddress(env, id, { asset: 'VCHF', blockchain: 'ETH' })
  await putKyb(database, id, 'offboarded')
  const { txid } = await seen(env.db, { to: address!, amount: 100n * vchf, state: 'final' })
  for (let i = 0; i < 3; i += 1) {
    await advanceDeposits.run(env)
    await endStandingHolds.run(env)
  }
  const [deposit] = await env.db.query<{ id: string }>('select id from transfers.deposit where txid = $1', [txid])
  expect(await stateOf(deposit!.id)).toBe('held')
  expect(await casesOf(deposit!.id)).toMatchObject([{ problem: expect.stringContaining('Place a hold on it') }])
  const { holdid } = await env.db.tx((tx) =>
    placeHold(env, tx, { institutionId: id, on: deposit!.id, reason: 'aml_review' }, 'officer'),
  )
  await decideHold(env, holdid, 'reject', outside)
  await advanceDeposits.run(env)
  expect(await queued(deposit!.id)).toHaveLength(1)
})
