import { decideHold } from '@specie/test/people.ts'
import { landed } from '@specie/test/issuance.ts'
import { type OnRamp, type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { failedByHand, signedByHand } from '@specie/test/sender.ts'
import { describe, expect, test } from 'vitest'
import { holdAndReport } from '../../stopping/place.ts'
import { addToWatchlist } from '../../compliance/list/own.ts'
import type { Payment } from '../payment/row.ts'
import { resumePayment } from './resume.ts'

// On-ramps put on hold after screening, in each state; the chain's outcomes are written directly.

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

const rest = async () => {
  while ((await ramps.run()) > 0);
}

type Made = { rail: OnRamp; payment: Payment }

async function arrived(): Promise<Made> {
  const rail = await ramps.rail()
  const [payment] = await ramps.arrives(rail, '1000')
  return { rail, payment: payment! }
}
/** The wire has arrived, and the money is in the reserve before its coins. */
async function reserved(): Promise<Made> {
  const made = await arrived()
  await rest()
  await ramps.pass(20)
  await rest()
  return made
}
async function sending(): Promise<Made> {
  const made = await reserved()
  await ramps.sweep()
  await ramps.pass(3 * 24 * 60) // the bank may be closed
  await rest()
  expect(await ramps.paymentOf(made.payment.id)).toMatchObject({ state: 'sending' })
  return made
}

const hold = ({ rail: { institutionId }, payment: { id: on } }: Made) =>
  ramps.env.db.tx((tx) => holdAndReport(ramps.env, tx, { institutionId, on, reason: 'aml_review' }, 'ann'))
const decide = async (holdid: string, decision: 'release' | 'reject') => {
  await decideHold(ramps.env, holdid, decision)
  await rest()
}
const viewOf = ({ rail, payment }: Made) => ramps.shown(rail.institutionId, payment.id)

/** Runs all jobs. */
async function runAll(): Promise<void> {
  await rest()
  await ramps.pass(30)
  await rest()
  await ramps.sweep()
  await ramps.pass(3 * 24 * 60)
  await rest()
}

test('a hold before the order to the provider prevents it; a rejection returns the money to its payer', async () => {
  const rail = await ramps.rail()
  await ramps.tell('provider/control/arrivals', {
    reference: rail.reference,
    currency: 'CHF',
    amount: '1000',
    payername: 'Acme Ltd',
  })
  // Screened, but without a quote: the provider gives none.
  const mute = { ...ramps.env.provider!, settlementQuote: () => Promise.reject(new Error('no quote')) }
  await ramps.run({ provider: mute })
  const [payment] = await ramps.env.db.query<Payment>('select * from rails.payment where rail_id = $1', [rail.railid])
  const made = { rail, payment: payment! }
  expect(payment).toMatchObject({ state: 'converting', reference: null })
  const { holdid, status } = await hold(made)
  expect(status).toBe('held')
  await runAll()
  expect([(await viewOf(made)).status, await ramps.done(payment!.id, 'settlements')]).toEqual(['held', []])
  await decide(holdid, 'reject')
  expect((await viewOf(made)).status).toBe('returned')
})

test.each(['release', 'reject'] as const)('a hold with an unsent order to the provider: %s', async (decision) => {
  const rail = await ramps.rail()
  await ramps.tell('provider/control/arrivals', {
    reference: rail.reference,
    currency: 'CHF',
    amount: '1000',
    payername: 'Acme Ltd',
  })
  // A worker that dies between its quote and the order: the order is recorded, but was not sent.
  let made: Made | undefined
  const dying = {
    ...ramps.env.provider!,
    settlementQuote: async (arrival: string) => {
      const quote = await ramps.env.provider!.settlementQuote(arrival)
      const [payment] = await ramps.env.db.query<Payment>('select * from rails.payment where rail_id = $1', [
        rail.railid,
      ])
      made = { rail, payment: payment! }
      return quote
    },
    settle: () => Promise.reject(new Error('died before sending')),
  }
  await ramps.run({ provider: dying })
  const { id } = made!.payment
  await ramps.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica') // the state before its mark
    await tx.query(`update work.intent set state = 'recorded', sent_at = null where subject = $1`, [id])
  })
  const { holdid, status } = await hold(made!)
  expect(status).toBe('held')
  await runAll()
  expect([(await viewOf(made!)).status, await ramps.done(id, 'settlements')]).toEqual(['held', []])
  await decide(holdid, decision)
  await runAll()
  expect(await ramps.done(id, 'settlements')).toHaveLength(decision === 'release' ? 1 : 0)
  if (decision === 'reject') expect((await viewOf(made!)).status).toBe('returned')
})

test('a hold after the order to the provider: its wire is booked, and the coins are minted only after a release', async () => {
  const made = await arrived()
  await rest()
  const { holdid, status, irrevocable } = await hold(made)
  expect([status, irrevocable]).toEqual(['partly', expect.stringMatching(/asked to wire/)])
  await runAll()
  expect([(await viewOf(made)).status, await ramps.ordersOf(made.payment.id)]).toEqual(['held', []])
  await decide(holdid, 'release')
  await runAll()
  await landed(ramps.env, 'rail_mint', made.payment.id)
  await rest()
  expect((await viewOf(made)).status).toBe('completed')
})

test.each([
  ['the provider has wired it', arrived, []],
  ['its money is ahead of its coins', reserved, []],
  ['its coins are in line', sending, [{ state: 'canceled' }]],
] as const)('refused when %s: a case for a person, and nothing leaves', async (_when, bring, operations) => {
  const made = await bring()
  await rest()
  const { id } = made.payment
  const { holdid } = await hold(made)
  await decide(holdid, 'reject')
  await runAll()
  expect(await ramps.casesOf(id)).toMatchObject([{ kind: 'rail_payout', problem: expect.stringMatching(/refused/i) }])
  expect((await viewOf(made)).status).toBe('held')
  expect(await ramps.env.db.query('select state from chains.operation where subject = $1', [id])).toEqual(operations)
  // So the payment cannot be resumed by mistake.
  const resumed = ramps.env.db.tx((tx) =>
    resumePayment(ramps.env, tx, id, { actor: 'ann', why: 'mistake', at: ramps.env.clock.now() }),
  )
  await expect(resumed).rejects.toThrow(/has a hold/)
})

test('a hold stops a queued mint, but not a signed one', async () => {
  const [early, late] = [await sending(), await sending()]
  const { holdid, status } = await hold(early)
  expect(status).toBe('partly') // the provider has wired it
  await expect(signedByHand(ramps.env.db, 'rail_mint', early.payment.id)).rejects.toThrow(/carries an item on hold/)
  await signedByHand(ramps.env.db, 'rail_mint', late.payment.id)
  expect(await hold(late)).toMatchObject({ status: 'too_late', irrevocable: expect.stringMatching(/signed/) })
  await landed(ramps.env, 'rail_mint', late.payment.id)
  await rest()
  expect((await viewOf(late)).status).toBe('completed')
  await decide(holdid, 'release')
  await landed(ramps.env, 'rail_mint', early.payment.id)
  await rest()
  expect((await viewOf(early)).status).toBe('completed')
})

test('a payment rejected after the signing of its mint is not retried when the chain refuses it', async () => {
  const made = await sending()
  await signedByHand(ramps.env.db, 'rail_mint', made.payment.id)
  const { holdid, status } = await hold(made)
  expect(status).toBe('too_late')
  await decide(holdid, 'reject')
  await failedByHand(ramps.env.db, 'rail_mint', made.payment.id, 'reverted')
  await runAll()
  const operations = await ramps.env.db.query(`select state from chains.operation where subject = $1`, [
    made.payment.id,
  ])
  expect(operations).toEqual([{ state: 'failed' }])
  expect((await viewOf(made)).status).toBe('held')
})

const listed = (name: string, which: string) =>
  ramps.env.db.tx((tx) => addToWatchlist(tx, [{ name, list: which, effect: 'review' }], ramps.env.clock.now()))

test('a party listed after the clearing is paid only after a review', async () => {
  const rail = await ramps.rail({ sender: 'Zarkovia Sanctioned Trading' })
  const [payment] = await ramps.arrives(rail, '1000', { payername: 'Zarkovia Sanctioned Trading' })
  const made = { rail, payment: payment! }
  await rest()
  await listed('Zarkovia Sanctioned Trading LLC', 'new')
  await runAll()
  expect(await viewOf(made)).toMatchObject({ status: 'held', hold: { reason: 'sanctions_review' } })
  const [found] = await ramps.env.db.query<{ id: string }>('select id from compliance.hold where subject_id = $1', [
    payment!.id,
  ])
  await decide(found!.id, 'release')
  await runAll()
  await landed(ramps.env, 'rail_mint', payment!.id)
  await rest()
  expect((await viewOf(made)).status).toBe('completed')
})

test('an earlier release of the rail does not cover parties that are listed later', async () => {
  const rail = await ramps.rail({ sender: 'Quorvex Commodities House' })
  const hold = { institutionId: rail.institutionId, on: rail.railid, reason: 'sanctions_review' } as const
  const { holdid } = await ramps.env.db.tx((tx) => holdAndReport(ramps.env, tx, hold, 'ann'))
  await decide(holdid, 'release')
  const [payment] = await ramps.arrives(rail, '1000', { payername: 'Quorvex Commodities House' })
  await rest()
  await listed('Quorvex Commodities House Ltd', 'new')
  await runAll()
  expect(await viewOf({ rail, payment: payment! })).toMatchObject({
    status: 'held',
    hold: { reason: 'sanctions_review' },
  })
})

describe('a hold on a rail and its payments', () => {
  const holdRail = ({ rail: { institutionId, railid } }: Made) =>
    ramps.env.db.tx((tx) => holdAndReport(ramps.env, tx, { institutionId, on: railid, reason: 'aml_review' }, 'ann'))
  const holdsOn = (id: string) =>
    ramps.env.db.query<{ id: string; state: string }>(
      'select id, state from compliance.hold where subject_id = $1 order by created_at, id',
      [id],
    )

  /** Two payments without an order to the provider. */
  async function withTwoPayments(): Promise<{ made: Made; other: Made }> {
    const rail = await ramps.rail()
    const arrived = { reference: rail.reference, currency: 'CHF', amount: '1000', payername: 'Acme Ltd', count: 2 }
    await ramps.tell('provider/control/arrivals', arrived)
    const settlementQuote = () => Promise.reject(new Error('no price'))
    await ramps.run({ provider: { ...ramps.env.provider!, settlementQuote } })
    const [one, two] = await ramps.env.db.query<Payment>(
      'select * from rails.payment where rail_id = $1 order by created_at, id',
      [rail.railid],
    )
    return { made: { rail, payment: one! }, other: { rail, payment: two! } }
  }

  test.each([
    ['released', 'release', 'completed'],
    ['rejected', 'reject', 'returned'],
  ] as const)('is %s for all of them', async (state, decision, end) => {
    const { made, other } = await withTwoPayments()
    const { holdid } = await holdRail(made)
    for (const one of [made, other]) expect(await viewOf(one)).toMatchObject({ status: 'held' })
    await decide(holdid, decision)
    for (const { payment } of [made, other]) expect(await holdsOn(payment.id)).toMatchObject([{ state }])
    await runAll()
    for (const one of [made, other]) {
      if (end === 'completed') await landed(ramps.env, 'rail_mint', one.payment.id)
      await rest()
      expect(await viewOf(one)).toMatchObject({ status: end, hold: null })
    }
  })

  test('leaves decisions about one of them, and another hold on it', async () => {
    const { made, other } = await withTwoPayments()
    const { holdid } = await holdRail(made)
    const [caused] = await holdsOn(made.payment.id)
    await decide(caused!.id, 'reject')
    const { holdid: own } = await hold(other)
    await decide(holdid, 'release')
    expect(await holdsOn(made.payment.id)).toMatchObject([{ state: 'rejected' }])
    expect(await holdsOn(other.payment.id)).toMatchObject([{ state: 'released' }, { id: own, state: 'placed' }])
    expect(await viewOf(other)).toMatchObject({ status: 'held' })
    await decide(own, 'reject')
  })
})
