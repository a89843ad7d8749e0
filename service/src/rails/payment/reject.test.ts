import { landed } from '@specie/test/issuance.ts'
import { type OnRamp, type Ramps, rampsForTests } from '@specie/test/onramp.ts'
import { failedByHand, signedByHand } from '@specie/test/sender.ts'
import { expect, test } from 'vitest'
import { decideHold, placeHold } from '../../compliance/holds.ts'
import { addToWatchlist } from '../../compliance/watchlist.ts'
import type { Payment } from './row.ts'
import { resumePayment } from './resume.ts'

// On-ramps on which a hold is placed after they were screened, at each state; the chain's part is written by hand.

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
/** The wire has come, and the money is ahead of its coins. */
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
  ramps.env.db.tx((tx) => placeHold(ramps.env, tx, { institutionId, on, reason: 'aml_review' }, 'ann'))
const decide = async (holdid: string, decision: 'release' | 'reject') => {
  await ramps.env.db.tx((tx) => decideHold(ramps.env, tx, holdid, decision, 'ann', 'bob'))
  await rest()
}
const shown = ({ rail, payment }: Made) => ramps.shown(rail.institutionId, payment.id)

/** Everything that could happen does. */
async function goOn(): Promise<void> {
  await rest()
  await ramps.pass(30)
  await rest()
  await ramps.sweep()
  await ramps.pass(3 * 24 * 60)
  await rest()
}

test('before the provider is asked: nothing is asked of it; refused, the money goes back to its payer', async () => {
  const rail = await ramps.rail()
  await ramps.tell('provider/control/arrivals', {
    reference: rail.reference,
    currency: 'CHF',
    amount: '1000',
    payername: 'Acme Ltd',
  })
  // Screened, and no quote is taken: a provider that gives none.
  const mute = { ...ramps.env.provider!, settlementQuote: () => Promise.reject(new Error('no quote')) }
  await ramps.run({ provider: mute })
  const [payment] = await ramps.env.db.query<Payment>('select * from rails.payment where rail_id = $1', [rail.railid])
  const made = { rail, payment: payment! }
  expect(payment).toMatchObject({ state: 'converting', reference: null })
  const { holdid, status } = await hold(made)
  expect(status).toBe('held')
  await goOn()
  expect([(await shown(made)).status, await ramps.done(payment!.id, 'settlements')]).toEqual(['held', []])
  await decide(holdid, 'reject')
  expect((await shown(made)).status).toBe('returned')
})

test.each(['release', 'reject'] as const)('with the order to the provider not sent yet: %s', async (decision) => {
  const rail = await ramps.rail()
  await ramps.tell('provider/control/arrivals', {
    reference: rail.reference,
    currency: 'CHF',
    amount: '1000',
    payername: 'Acme Ltd',
  })
  // A worker that dies between its quote and the order: the order is recorded, and nothing has left.
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
    settle: () => Promise.reject(new Error('it died before')),
  }
  await ramps.run({ provider: dying })
  const { id } = made!.payment
  await ramps.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica') // as it was before it was marked
    await tx.query(`update work.intent set state = 'recorded', sent_at = null where subject = $1`, [id])
  })
  const { holdid, status } = await hold(made!)
  expect(status).toBe('held')
  await goOn()
  expect([(await shown(made!)).status, await ramps.done(id, 'settlements')]).toEqual(['held', []])
  await decide(holdid, decision)
  await goOn()
  expect(await ramps.done(id, 'settlements')).toHaveLength(decision === 'release' ? 1 : 0)
  if (decision === 'reject') expect((await shown(made!)).status).toBe('returned')
})

test('after the provider was asked: its wire is booked, and no coin follows; released, the coins are delivered', async () => {
  const made = await arrived()
  await rest()
  const { holdid, status, irrevocable } = await hold(made)
  expect([status, irrevocable]).toEqual(['partly', expect.stringMatching(/asked to wire/)])
  await goOn()
  expect([(await shown(made)).status, await ramps.ordersOf(made.payment.id)]).toEqual(['held', []])
  await decide(holdid, 'release')
  await goOn()
  await landed(ramps.env, 'rail_mint', made.payment.id)
  await rest()
  expect((await shown(made)).status).toBe('completed')
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
  await goOn()
  expect(await ramps.casesOf(id)).toMatchObject([{ kind: 'rail_payout', problem: expect.stringMatching(/refused/) }])
  expect((await shown(made)).status).toBe('held')
  expect(await ramps.env.db.query('select state from chains.operation where subject = $1', [id])).toEqual(operations)
  // Nobody lets it go on by mistake.
  const resumed = ramps.env.db.tx((tx) => resumePayment(ramps.env, tx, id, 'ann', 'mistake'))
  await expect(resumed).rejects.toThrow(/A hold lies/)
})

test('in line for the chain it is not signed; signed, it is too late', async () => {
  const [early, late] = [await sending(), await sending()]
  const { holdid, status } = await hold(early)
  expect(status).toBe('partly') // the provider has wired it
  await expect(signedByHand(ramps.env.db, 'rail_mint', early.payment.id)).rejects.toThrow(/must not leave/)
  await signedByHand(ramps.env.db, 'rail_mint', late.payment.id)
  expect(await hold(late)).toMatchObject({ status: 'too_late', irrevocable: expect.stringMatching(/signed/) })
  await landed(ramps.env, 'rail_mint', late.payment.id)
  await rest()
  expect((await shown(late)).status).toBe('completed')
  await decide(holdid, 'release')
  await landed(ramps.env, 'rail_mint', early.payment.id)
  await rest()
  expect((await shown(early)).status).toBe('completed')
})

test('refused after its coins were signed, it is not tried again when the chain does not take them', async () => {
  const made = await sending()
  await signedByHand(ramps.env.db, 'rail_mint', made.payment.id)
  const { holdid, status } = await hold(made)
  expect(status).toBe('too_late')
  await decide(holdid, 'reject')
  await failedByHand(ramps.env.db, 'rail_mint', made.payment.id, 'reverted')
  await goOn()
  const operations = await ramps.env.db.query(`select state from chains.operation where subject = $1`, [
    made.payment.id,
  ])
  expect(operations).toEqual([{ state: 'failed' }])
  expect((await shown(made)).status).toBe('held')
})

const listed = (name: string, which: string) =>
  ramps.env.db.tx((tx) => addToWatchlist(tx, [{ name, list: which, effect: 'review' }], ramps.env.clock.now()))

test('a party that is listed after it was cleared is not paid before people have looked, and once they have it is', async () => {
  const rail = await ramps.rail({ sender: 'Zarkovia Sanctioned Trading' })
  const [payment] = await ramps.arrives(rail, '1000', { payername: 'Zarkovia Sanctioned Trading' })
  const made = { rail, payment: payment! }
  await rest()
  await listed('Zarkovia Sanctioned Trading LLC', 'new')
  await goOn()
  expect(await shown(made)).toMatchObject({ status: 'held', hold: { reason: 'sanctions_review' } })
  const [found] = await ramps.env.db.query<{ id: string }>('select id from compliance.hold where subject_id = $1', [
    payment!.id,
  ])
  await decide(found!.id, 'release')
  await goOn()
  await landed(ramps.env, 'rail_mint', payment!.id)
  await rest()
  expect((await shown(made)).status).toBe('completed')
})

test('a rail that people released once is no pass for parties that are listed later', async () => {
  const rail = await ramps.rail({ sender: 'Quorvex Commodities House' })
  const ask = { institutionId: rail.institutionId, on: rail.railid, reason: 'sanctions_review' } as const
  const { holdid } = await ramps.env.db.tx((tx) => placeHold(ramps.env, tx, ask, 'ann'))
  await decide(holdid, 'release')
  const [payment] = await ramps.arrives(rail, '1000', { payername: 'Quorvex Commodities House' })
  await rest()
  await listed('Quorvex Commodities House Ltd', 'new')
  await goOn()
  expect(await shown({ rail, payment: payment! })).toMatchObject({
    status: 'held',
    hold: { reason: 'sanctions_review' },
  })
})
