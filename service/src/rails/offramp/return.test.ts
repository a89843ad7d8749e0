import { agree, decideHold } from '@specie/test/people.ts'
import { type Seen, walletOf } from '@specie/test/chains/chain-rows.ts'
import {
  acme,
  arrive,
  advance,
  cases,
  env,
  lands,
  offRamp,
  offRampsForEachTest,
  omnibusOn,
  operations,
  owner,
  paymentOf,
  payments,
  vchf,
} from '@specie/test/rails/offramp.ts'
import { failedByHand } from '@specie/test/sender.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { moveRows, byService } from '../../base/state-machine/transitions.ts'
import { placeHold } from '../../compliance/holds.ts'
import { railMachine } from '../rail/row.ts'
import { resumePayment } from '../processing/resume.ts'
import { inWallet } from '../../treasury/holdings.ts'

offRampsForEachTest()

describe('unserviceable coins are returned to their sender', () => {
  beforeEach(async () => {
    await owner.query(
      `insert into chains.contract (chain, asset, address, created_at)
       values ('BASE', 'VCHF', '0xc0', now()) on conflict do nothing`,
    )
    const [known] = await owner.query(`select 1 from chains.contract where asset = 'USDC'`)
    const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    if (!known) await agree(env, 'chain.contract', { blockchain: 'ETH', asset: 'USDC', address })
    await owner.query(
      `insert into chains.wallet (chain, key, address) values ('BASE', 'omnibus', '0x0c') on conflict do nothing`,
    )
  })

  test.each<[string, bigint, Partial<Seen>, string]>([
    ['too few', 999_999n, {}, 'Below the smallest payment of 1 VCHF.'],
    ['a fraction that no bank can pay', 1_000_001n, {}, '1.000001 VCHF'],
    ['another coin', 5n * vchf, { asset: 'VGBP' }, 'VGBP arrived on a rail for VCHF.'],
    ['another token', 5n * vchf, { asset: 'USDC' }, 'USDC arrived on a rail for VCHF.'],
    ['another chain', 5n * vchf, { chain: 'BASE' }, 'arrived on BASE, the rail is for ETH.'],
  ])('%s', async (_what, amount, over, reason) => {
    const { rail, address } = await offRamp()
    const from = walletOf()
    const [chain, asset] = [over.chain ?? 'ETH', over.asset ?? 'VCHF']
    await arrive(address, amount, { from, ...over })
    await advance()
    await advance()
    const payment = await paymentOf(rail)
    expect(payment).toMatchObject({ state: 'returning', reason: expect.stringContaining(reason), blockchain: chain })
    expect(await omnibusOn(chain, asset)).toBe(amount)
    await lands('rail_collection', payment)
    expect(await operations(payment.id)).toMatchObject([
      { purpose: 'rail_collection', kind: 'collect', chain, asset, amount, state: 'final' },
      { purpose: 'rail_return', kind: 'transfer', chain, asset, amount, recipient: from, state: 'queued' },
    ])
    const txid = await lands('rail_return', payment)
    expect(await paymentOf(rail)).toMatchObject({ state: 'returned', txid, reason: expect.stringContaining(reason) })
    expect(await omnibusOn(chain, asset)).toBe(0n)
    expect((await paymentOf(rail)).legs.at(-1)).toMatchObject({ leg: 'return', status: 'final', ref: txid })
    const booked = 'select meta from ledger.journal where key = $1'
    expect(await env.db.query(booked, [`payment:${payment.id}:returned`])).toMatchObject([{ meta: { txid } }])
  })

  test('when their rail is suspended, or staff reject them after a review', async () => {
    const [suspended, looked] = [await offRamp(), await offRamp()]
    await env.db.tx((tx) =>
      moveRows(tx, railMachine, [{ id: suspended.rail, state: 'active' }], 'suspend', byService(env, 'test')),
    )
    await arrive(suspended.address, 5n * vchf)
    await advance()
    await advance()
    expect(await paymentOf(suspended.rail)).toMatchObject({ state: 'returning', reason: 'The rail is suspended.' })

    const on = { institutionId: acme, on: 'next payment', reason: 'aml_review' } as const
    const { holdid: hold } = await env.db.tx((tx) => placeHold(env, tx, on, 'ann'))
    await arrive(looked.address, 5n * vchf)
    await advance()
    await advance()
    const held = await paymentOf(looked.rail)
    expect(held.state).toBe('held')
    expect(await operations(held.id)).toEqual([]) // on hold no money moves (S1)
    await decideHold(env, hold, 'reject')
    await advance()
    await lands('rail_collection', held)
    await lands('rail_return', held)
    expect((await paymentOf(looked.rail)).state).toBe('returned')
  })

  test.each<[string, Partial<Seen>]>([
    ['were minted there', { kind: 'mint' }],
    ['came from our own wallet', { from: '0x0b' }],
  ])('not by themselves when they %s: a person decides', async (_what, over) => {
    const { rail, address } = await offRamp()
    await arrive(address, 10n, over)
    await advance()
    await advance()
    const payment = await paymentOf(rail)
    await lands('rail_collection', payment)
    expect((await paymentOf(rail)).state).toBe('returning')
    expect((await operations(payment.id)).length).toBe(1)
    const problem = 'The sender of these coins is unknown. Find out where to return them.'
    expect(await cases()).toMatchObject([{ detail: { paymentid: payment.id, leg: 'return', problem } }])
  })
})

describe('staff get a case for', () => {
  test('an operation that a chain refuses twice: the coins stay in place until it is resumed', async () => {
    const { rail, address } = await offRamp()
    await arrive(address, 5n * vchf)
    await advance()
    await advance()
    const first = await paymentOf(rail)
    await failedByHand(env.db, 'rail_collection', first.id, 'Frozen')
    await advance()
    expect(await cases()).toEqual([])
    await failedByHand(env.db, 'rail_collection', first.id, 'Frozen')
    await advance()
    expect(await paymentOf(rail)).toMatchObject({ state: 'converting', collected_at: null, stuck: 'collection' })
    expect(await cases()).toMatchObject([
      { detail: { paymentid: first.id, problem: 'The collection failed on ETH: Frozen' } },
    ])
    expect((await operations(first.id)).length).toBe(2) // no third attempt while the case is open
    await env.db.tx((tx) => resumePayment(env, tx, first.id, { actor: 'operator', why: 'thawed', at: env.clock.now() }))
    await advance()
    await lands('rail_collection', first)
    await lands('rail_burn', first)
    expect(await paymentOf(rail)).toMatchObject({ stuck: null, booked_at: expect.any(Date) })
  })

  test('a burn or a return that failed twice', async () => {
    const [burning, returning] = [await offRamp(), await offRamp()]
    await arrive(burning.address, 5n * vchf)
    await arrive(returning.address, 5n)
    await advance()
    await advance()
    const [one, two] = [await paymentOf(burning.rail), await paymentOf(returning.rail)]
    await lands('rail_collection', one)
    await lands('rail_collection', two)
    const refuse = async () => {
      await failedByHand(env.db, 'rail_burn', one.id, 'Paused')
      await failedByHand(env.db, 'rail_return', two.id, 'Frozen')
      await advance()
    }
    await refuse()
    expect(await cases()).toEqual([])
    await refuse()
    expect(await paymentOf(burning.rail)).toMatchObject({ state: 'converting', stuck: 'burn' })
    expect(await paymentOf(returning.rail)).toMatchObject({ state: 'returning', stuck: 'return' })
    expect((await cases()).length).toBe(2)
    // They are in the omnibus wallet, and no other operation may use them.
    expect(await env.db.tx((tx) => inWallet(tx, { chain: 'ETH', asset: 'VCHF' }))).toBe(0n)
    for (const { id } of [one, two])
      await env.db.tx((tx) =>
        resumePayment(env, tx, id, { actor: 'operator', why: 'the contract goes on', at: env.clock.now() }),
      )
    await lands('rail_burn', one)
    await lands('rail_return', two)
    expect((await paymentOf(burning.rail)).booked_at).not.toBeNull()
    expect((await paymentOf(returning.rail)).state).toBe('returned')
  })

  test('a chain’s native coin, which stays in place without a payment', async () => {
    const { rail, address } = await offRamp()
    const { txid } = await arrive(address, 10n ** 18n, { asset: 'ETH' })
    await advance()
    expect(await payments(rail)).toEqual([])
    expect(await cases()).toMatchObject([{ cause: `ETH/${txid}/0`, detail: { railid: rail, asset: 'ETH' } }])
  })
})
