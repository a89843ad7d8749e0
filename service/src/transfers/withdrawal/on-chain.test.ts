import { decideHold } from '@specie/test/people.ts'
import { becomes, equip, seen } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { droppedByHand, failedByHand, finalByHand, signedByHand } from '@specie/test/sender.ts'
import { post } from '@specie/test/post.ts'
import { balances } from '@specie/test/balances.ts'
import { check } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { holdAndReport } from '../../stopping/place.ts'
import { skipCooling, whitelistAddress } from '../../destinations/address/whitelist.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { depositAddress } from '../deposit/address.ts'
import { advanceDeposits } from '../deposit/job.ts'
import { listTransfers } from '../statement/list.ts'
import { listWithdrawals } from './list.ts'
import { statementsOf } from '../statement/statement.ts'
import { advanceWithdrawals } from './job.ts'
import { cancelWithdrawal } from './cancel.ts'
import { withdraw } from './request.ts'

let database: TestDatabase
let env: Env
let later = 0

beforeAll(async () => {
  database = await freshDatabase()
  const chains = new Map((['ETH', 'BASE', 'ARB'] as const).map((code) => [code, { code } as Chain]))
  const clock = { ...systemClock, settlement: () => new Date(systemClock.now().getTime() + later) }
  env = testEnv(database, { chains, clock })
  for (const code of chains.keys()) await equip(env.db, code, 10)
})
beforeEach(() => (later = 0))
afterAll(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  await database.drop()
})

const unit = 1_000_000n
const officer = { actor: 'test', why: 'because' }
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const pass = (seconds: number) => (later += seconds * 1000)

type Caller = { institutionId: string; actor: string }

/** An institution with coins on a chain and a whitelisted wallet. */
async function holder(coins: bigint, chain = 'ETH' as 'ETH' | 'BASE' | 'ARB'): Promise<Caller> {
  const institutionId = await newInstitution(env.db)
  await post(env, {
    key: `fund:${institutionId}`,
    kind: 'mint_settled',
    lines: [
      debit(account('client', 'omnibus', chain, 'VCHF'), coins * unit),
      credit(account('client', 'available', institutionId, 'VCHF'), coins * unit),
    ],
  })
  const listed = { institutionId, blockchain: chain, address: wallet, label: 'vault', memo: null, vasp: null }
  await skipCooling(env, await whitelistAddress(env, listed, officer), officer)
  return { institutionId, actor: 'key' }
}

const requestFor = (quantity: string, over: Record<string, string> = {}) => ({
  asset: 'VCHF',
  quantity,
  destination: 'vault',
  blockchain: 'ETH',
  ...over,
})
const withdrawn = async (by: Caller, quantity: string, over: Record<string, string> = {}) =>
  (await withdraw(env, by, requestFor(quantity, over))).answer.withdrawalid!
const balance = async ({ institutionId }: Caller) =>
  (await balances(env, institutionId)).get('VCHF') ?? { available: 0n, pending: 0n }
const rowOf = async ({ institutionId }: Caller, withdrawalid: string) =>
  (await listWithdrawals(env, institutionId, { withdrawalid })).withdrawals[0]!
const stateOf = async (id: string) =>
  (await env.db.query('select state from transfers.withdrawal where id = $1', [id]))[0]!.state
const orderOf = async (subject: string) =>
  (await env.db.query('select * from chains.operation where subject = $1', [subject]))[0]
const ledger = async (pool: string, name: string, owner = '') =>
  (
    await env.db.query<{ balance: bigint }>(
      `select balance from ledger.account where pool = $1 and name = $2 and owner = $3 and asset = 'VCHF'`,
      [pool, name, owner],
    )
  )[0]?.balance ?? 0n
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string; details?: { rule?: string; reason?: string; blockchain?: string } }) =>
      [error.code, error.details?.rule ?? error.details?.reason ?? error.details?.blockchain].filter(Boolean).join(' '),
  )

describe('a withdrawal of coins', () => {
  test('is held with its fee, leaves after three hours, and is completed when the chain has included it', async () => {
    const by = await holder(100n)
    const omnibus = await ledger('client', 'omnibus', 'ETH')
    const { answer } = await withdraw(env, by, requestFor('50'))
    expect(answer).toMatchObject({ status: 'pending', fee: '2', fee_currency: 'VCHF', txids: [] })
    const id = answer.withdrawalid!
    expect(await balance(by)).toEqual({ available: 48n * unit, pending: 52n * unit })
    await advanceWithdrawals.run(env)
    expect(await stateOf(id)).toBe('travel_rule')
    expect(await orderOf(id)).toBeUndefined()

    pass(3 * 3600 + 1)
    await advanceWithdrawals.run(env)
    expect(await stateOf(id)).toBe('sending')
    expect(await orderOf(id)).toMatchObject({ kind: 'transfer', chain: 'ETH', amount: 50n * unit, recipient: wallet })
    expect(await balance(by)).toEqual({ available: 48n * unit, pending: 0n })
    expect(await ledger('house', 'network_fees_recovered')).toBe(2n * unit)

    const hash = await signedByHand(env.db, 'withdrawal', id)
    expect(await codeOf(cancelWithdrawal(env, by, { withdrawalid: id }))).toBe('not_cancelable')
    await advanceWithdrawals.run(env)
    expect(await stateOf(id)).toBe('confirming')
    expect(await rowOf(by, id)).toMatchObject({ status: 'pending', txids: [hash] })
    await finalByHand(env.db, 'withdrawal', id)
    await advanceWithdrawals.run(env)
    expect(await rowOf(by, id)).toMatchObject({
      status: 'completed',
      blockchain: 'ETH',
      quantity: '50',
      fee: '2',
      destination: 'vault',
      address: wallet,
      bankaccountid: null,
      reason: null,
    })
    expect(await ledger('client', 'omnibus', 'ETH')).toBe(omnibus - 50n * unit)
    expect(await ledger('client', 'onchain_in_transit')).toBe(0n)
    expect((await listWithdrawals(env, by.institutionId, { txid: hash })).withdrawals.length).toBe(1)
    expect((await listTransfers(env, by.institutionId, {})).transfers).toMatchObject([
      { type: 'withdrawal', blockchain: 'ETH', fee: '2', status: 'completed' },
    ])
    const period = { from: new Date(0), to: new Date(env.clock.now().getTime() + 1) }
    const {
      statements: [statement],
    } = await statementsOf(env, by.institutionId, period, 'VCHF')
    expect(statement!.movements.at(-1)).toMatchObject({ ref: id, amount: -52n * unit, balance: 48n * unit })
    expect(await advanceWithdrawals.run(env)).toBe(0)
  })

  test('that the chain refuses fails with the reason, and the fee is released too', async () => {
    const by = await holder(100n)
    const fees = await ledger('house', 'network_fees_recovered')
    const id = await withdrawn(by, '30')
    pass(3 * 3600 + 1)
    await advanceWithdrawals.run(env)
    await signedByHand(env.db, 'withdrawal', id)
    await advanceWithdrawals.run(env)
    await failedByHand(env.db, 'withdrawal', id, 'AccountFrozen')
    await advanceWithdrawals.run(env)
    expect(await rowOf(by, id)).toMatchObject({ status: 'failed', reason: 'AccountFrozen' })
    expect(await balance(by)).toEqual({ available: 100n * unit, pending: 0n })
    expect(await ledger('house', 'network_fees_recovered')).toBe(fees)
    expect(await ledger('client', 'onchain_in_transit')).toBe(0n)
  })

  test('that staff reject after signing is not signed again when its transaction is never mined', async () => {
    const by = await holder(100n)
    const id = await withdrawn(by, '30')
    pass(3 * 3600 + 1)
    await advanceWithdrawals.run(env)
    await signedByHand(env.db, 'withdrawal', id)
    const hold = { institutionId: by.institutionId, on: id, reason: 'aml_review' } as const
    const { holdid, status } = await env.db.tx((tx) => holdAndReport(env, tx, hold, 'officer'))
    expect(status).toBe('too_late')
    await decideHold(env, holdid, 'reject')
    await advanceWithdrawals.run(env)
    await droppedByHand(env.db, 'withdrawal', id)
    await advanceWithdrawals.run(env)
    expect(await orderOf(id)).toMatchObject({ state: 'canceled' })
    expect(await rowOf(by, id)).toMatchObject({ status: 'rejected' })
    expect(await balance(by)).toEqual({ available: 100n * unit, pending: 0n })
  })

  test('can be canceled while it is queued, until it is signed', async () => {
    const by = await holder(100n)
    const fees = await ledger('house', 'network_fees_recovered')
    const id = await withdrawn(by, '30')
    pass(3 * 3600 + 1)
    await advanceWithdrawals.run(env)
    expect(await orderOf(id)).toMatchObject({ state: 'queued' })
    expect((await cancelWithdrawal(env, by, { withdrawalid: id, validate: 'true' })).answer.status).toBe('pending')
    expect((await cancelWithdrawal(env, by, { withdrawalid: id })).answer.status).toBe('canceled')
    expect(await orderOf(id)).toMatchObject({ state: 'canceled' })
    await advanceWithdrawals.run(env)
    expect(await rowOf(by, id)).toMatchObject({ status: 'canceled', txids: [] })
    expect(await balance(by)).toEqual({ available: 100n * unit, pending: 0n })
    expect(await ledger('house', 'network_fees_recovered')).toBe(fees)
  })

  test('can be canceled for about three hours', async () => {
    const by = await holder(100n)
    const id = await withdrawn(by, '30')
    await advanceWithdrawals.run(env)
    pass(2 * 3600)
    await advanceWithdrawals.run(env)
    expect((await cancelWithdrawal(env, by, { withdrawalid: id })).answer.status).toBe('canceled')
    expect(await balance(by)).toEqual({ available: 100n * unit, pending: 0n })
    pass(2 * 3600)
    await advanceWithdrawals.run(env)
    expect(await orderOf(id)).toBeUndefined()
  })

  test.each(['release', 'reject'] as const)('on hold moves no money until two people %s it', async (decision) => {
    const by = await holder(100n)
    const hold = {
      institutionId: by.institutionId,
      on: 'next withdrawal' as const,
      reason: 'sanctions_review' as const,
    }
    const { holdid: placed } = await env.db.tx((tx) => holdAndReport(env, tx, hold, 'officer'))
    const id = await withdrawn(by, '30')
    await advanceWithdrawals.run(env)
    pass(24 * 3600)
    await advanceWithdrawals.run(env)
    expect(await rowOf(by, id)).toMatchObject({ status: 'held', hold: { reason: 'sanctions_review' } })
    expect(await balance(by)).toEqual({ available: 68n * unit, pending: 32n * unit })
    await decideHold(env, placed, decision)
    await advanceWithdrawals.run(env)
    if (decision === 'release') {
      expect(await stateOf(id)).toBe('sending')
      await finalByHand(env.db, 'withdrawal', id)
      await advanceWithdrawals.run(env)
      expect(await rowOf(by, id)).toMatchObject({ status: 'completed', hold: null })
    } else {
      expect(await rowOf(by, id)).toMatchObject({ status: 'rejected', hold: null })
      expect(await balance(by)).toEqual({ available: 100n * unit, pending: 0n })
    }
  })

  test('on hold can be canceled, and its hold moves to the next one', async () => {
    const by = await holder(100n)
    const { institutionId } = by
    const reason = 'aml_review' as const
    const first = await withdrawn(by, '30')
    await advanceWithdrawals.run(env)
    const { holdid } = await env.db.tx((tx) => holdAndReport(env, tx, { institutionId, on: first, reason }, 'officer'))
    await advanceWithdrawals.run(env)
    expect(await rowOf(by, first)).toMatchObject({ status: 'held', stage: 'held' })
    const letGo = env.db.query('update compliance.hold set subject_id = null where id = $1', [holdid])
    await expect(letGo).rejects.toThrow(/is not canceled/)
    expect((await cancelWithdrawal(env, by, { withdrawalid: first })).answer.status).toBe('canceled')
    expect(await rowOf(by, first)).toMatchObject({ status: 'canceled', hold: null })
    expect(await balance(by)).toEqual({ available: 100n * unit, pending: 0n })

    const second = await withdrawn(by, '30')
    await advanceWithdrawals.run(env)
    expect(await rowOf(by, second)).toMatchObject({ status: 'held', hold: { reason } })
    await decideHold(env, holdid, 'reject')
    expect(await codeOf(cancelWithdrawal(env, by, { withdrawalid: second }))).toBe('not_cancelable')
    await advanceWithdrawals.run(env)
    expect(await rowOf(by, second)).toMatchObject({ status: 'rejected' })
    expect(await balance(by)).toEqual({ available: 100n * unit, pending: 0n })
  })

  test('needs no blockchain when the destination is listed on one chain', async () => {
    const by = await holder(100n)
    const unsaid = (destination: string) => withdraw(env, by, { asset: 'VCHF', quantity: '10', destination })
    const chainOf = async (work: ReturnType<typeof unsaid>) =>
      (await rowOf(by, (await work).answer.withdrawalid!)).blockchain
    expect(await chainOf(unsaid('vault'))).toBe('ETH')
    expect(await chainOf(unsaid(wallet))).toBe('ETH')
    await expect(unsaid('elsewhere')).rejects.toMatchObject({ code: 'external_wallet_not_whitelisted' })
    const again = { institutionId: by.institutionId, blockchain: 'BASE' as const, address: wallet, label: 'other' }
    await whitelistAddress(env, { ...again, memo: null, vasp: null }, officer)
    expect(await chainOf(unsaid('vault'))).toBe('ETH')
    await expect(unsaid(wallet)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('listed on BASE and ETH'),
      details: { field: 'blockchain', blockchains: ['BASE', 'ETH'] },
    })
  })

  test('waits for coins that are still at deposit addresses, in the order of the requests', async () => {
    const by = await holder(10n, 'BASE')
    const { address } = await depositAddress(env, by.institutionId, { asset: 'VCHF', blockchain: 'BASE' })
    const { block } = await seen(env.db, { chain: 'BASE', to: address!, amount: 20n * unit })
    await advanceDeposits.run(env)
    await becomes(env.db, block, 'final')
    await advanceDeposits.run(env)
    const large = await withdrawn(by, '20', { blockchain: 'BASE' })
    const small = await withdrawn(by, '5', { blockchain: 'BASE' })
    pass(3 * 3600 + 1)
    await advanceWithdrawals.run(env)
    expect([await stateOf(large), await stateOf(small)]).toEqual(['approved', 'approved'])
    const [deposit] = await env.db.query<{ id: string }>('select id from transfers.deposit where address = $1', [
      address,
    ])
    await finalByHand(env.db, 'collection', deposit!.id)
    await advanceDeposits.run(env)
    await advanceWithdrawals.run(env)
    expect([await stateOf(large), await stateOf(small)]).toEqual(['sending', 'sending'])
    for (const id of [large, small]) await finalByHand(env.db, 'withdrawal', id)
    await advanceWithdrawals.run(env)
    expect(await ledger('client', 'omnibus', 'BASE')).toBe(5n * unit)
  })

  test('is not sent to an address that was disabled since', async () => {
    const by = await holder(100n)
    const id = await withdrawn(by, '30')
    await env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('test', 'because', now())`)
      await tx.query(`update destinations.address set state = 'suspended' where institution_id = $1`, [
        by.institutionId,
      ])
    })
    pass(24 * 3600)
    await advanceWithdrawals.run(env)
    expect(await stateOf(id)).toBe('travel_rule')
    await cancelWithdrawal(env, by, { withdrawalid: id })
  })

  test.each([
    [{ asset: 'USDC' }, 'insufficient_balance'],
    [{ asset: 'BTC', blockchain: 'BTC' }, 'service_unavailable'],
    [{ asset: 'VGBP', blockchain: 'ARB' }, 'unknown_blockchain ARB'],
    [{ blockchain: 'AVAX' }, 'service_unavailable'],
    [{ quantity: '9.999999' }, 'bad_request min_withdraw'],
    [{ quantity: '10.0000001' }, 'bad_request decimals'],
    [{ destination: 'elsewhere' }, 'external_wallet_not_whitelisted unknown_destination'],
    [{ blockchain: 'BASE' }, 'external_wallet_not_whitelisted other_chain'],
    [{ quantity: '98.000001' }, 'insufficient_balance'],
  ])('with %j is refused: %s', async (over, code) => {
    const by = await holder(100n)
    expect(await codeOf(withdraw(env, by, { ...requestFor('20'), ...over }))).toBe(code)
    expect(await codeOf(withdraw(env, by, { ...requestFor('20'), ...over, validate: 'true' }))).toBe(code)
    expect(await balance(by)).toEqual({ available: 100n * unit, pending: 0n })
  })

  test('by the address itself, in upper or lower case', async () => {
    const by = await holder(100n)
    expect(await codeOf(withdraw(env, by, requestFor('10', { destination: wallet })))).toBe('ok')
    expect(await codeOf(withdraw(env, by, requestFor('10', { destination: wallet.toLowerCase() })))).toBe('ok')
  })

  test('on a chain without the coin names the chains that carry it', async () => {
    const by = await holder(100n)
    await expect(withdraw(env, by, requestFor('20', { blockchain: 'XYZ' }))).rejects.toMatchObject({
      details: { asset: 'VCHF', blockchain: 'XYZ', blockchains: ['ETH', 'BASE', 'ARB', 'AVAX', 'POL', 'SOL'] },
      cure: { cure: 'Take one of these: ETH, BASE, ARB, AVAX, POL, SOL.' },
    })
  })

  test('by an address with a wrong checksum is refused, although it is listed', async () => {
    const by = await holder(100n)
    const destination = wallet.replace('EE7', 'Ee7')
    expect(await codeOf(withdraw(env, by, requestFor('10', { destination })))).toBe('invalid_address checksum')
  })

  test.each([
    ['VCHF', '1', /^Mint or deposit VCHF/],
    ['USDC', '0', /^Deposit USDC/],
  ])('of %s that is not there says how to fund it', async (asset, available, cure) => {
    const by = await holder(1n)
    await expect(withdraw(env, by, { ...requestFor('20'), asset })).rejects.toMatchObject({
      details: { asset, available, needed: '22' },
      cure: { cure: expect.stringMatching(cure), sandbox: 'POST /sandbox/v1/deposits' },
    })
  })

  test('beyond the coins on its chain is refused with that reason', async () => {
    const by = await holder(100n, 'ARB')
    await post(env, {
      key: `move:${by.institutionId}`,
      kind: 'test',
      lines: [
        debit(account('client', 'omnibus', 'ETH', 'VCHF'), 70n * unit),
        credit(account('client', 'omnibus', 'ARB', 'VCHF'), 70n * unit),
      ],
    })
    const request = requestFor('31', { blockchain: 'ARB' })
    expect(await codeOf(withdraw(env, by, request))).toBe('insufficient_balance ARB')
    expect(await codeOf(withdraw(env, by, { ...request, quantity: '20' }))).toBe('ok')
    await expect(withdraw(env, by, { ...request, quantity: '11' })).rejects.toMatchObject({
      details: { asset: 'VCHF', blockchain: 'ARB', available: '10', needed: '11' },
      message: 'On ARB only 10 VCHF can leave at the moment.',
      cure: { cure: 'Choose another chain, or request less.' },
    })
  })
})
