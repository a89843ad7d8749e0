import { putKyb } from '@specie/test/institution.ts'
import { type OnRamp, type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { describe, expect, test } from 'vitest'
import { endStandingHolds } from '../../compliance/standing.ts'
import { suspend } from '../../onboarding/kyb/decide.ts'
import { advanceRails } from '../rail/job.ts'
import type { Payment } from '../payment/row.ts'

// «The account is suspended: it can neither be used nor read» (account_suspended). A rail is a use of it.

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

/** Staff suspend an approved institution: one person, immediately. */
async function suspended({ institutionId }: OnRamp): Promise<void> {
  await putKyb(ramps.database, institutionId, 'approved')
  const by = { actor: 'officer', why: 'a match with a sanctions list', at: ramps.env.clock.now() }
  await ramps.env.db.tx((tx) => suspend(ramps.env, tx, institutionId, by))
}

const becomes = ({ institutionId }: OnRamp, state: string) => putKyb(ramps.database, institutionId, state)

async function rest(): Promise<void> {
  const { env } = ramps
  while ((await endStandingHolds.run(env)) + (await advanceRails.run(env)) + (await ramps.run()) > 0);
}

const week = 7 * 24 * 60

/** Runs all jobs, over days on which the bank is open. */
async function goesOn(): Promise<void> {
  await rest()
  await ramps.pass(week)
  await rest()
  await ramps.sweep()
  await ramps.pass(week)
  await rest()
}

const converted = async ({ id }: Payment) => ({
  settlements: (await ramps.done(id, 'settlements')).length,
  mints: (await ramps.ordersOf(id)).length,
})

describe('money that arrives on a rail of an institution', () => {
  test('that is suspended is not converted; after reinstatement it is', async () => {
    const rail = await ramps.rail()
    await suspended(rail)
    const [payment] = await ramps.arrives(rail, '1000')
    await goesOn()
    expect(await converted(payment!)).toEqual({ settlements: 0, mints: 0 })
    expect((await ramps.paymentOf(payment!.id)).state).toBe('received')
    await becomes(rail, 'approved')
    await goesOn()
    expect(await converted(payment!)).toEqual({ settlements: 1, mints: 1 })
  })

  test('with an overdue review waits too; during a timely review it is served', async () => {
    const rail = await ramps.rail()
    await becomes(rail, 'review_overdue')
    const [payment] = await ramps.arrives(rail, '1000')
    await rest()
    expect((await ramps.paymentOf(payment!.id)).state).toBe('received')
    await becomes(rail, 'periodic_review')
    await rest()
    expect((await ramps.paymentOf(payment!.id)).state).toBe('converting')
  })

  test.each(['before it arrives', 'while it waits'])('that is offboarded %s returns to its payer', async (when) => {
    const rail = await ramps.rail()
    await suspended(rail)
    if (when === 'before it arrives') await becomes(rail, 'offboarded')
    const [payment] = await ramps.arrives(rail, '1000')
    await becomes(rail, 'offboarded')
    await rest()
    const { state, reason } = await ramps.paymentOf(payment!.id)
    expect({ state, reason }).toEqual({ state: 'returned', reason: 'The institution is no longer a client.' })
    expect(await ramps.done(payment!.id, 'returns')).toMatchObject([{ status: 'settled' }])
  })
})

describe('a payment that was cleared before', () => {
  const provider = () => ({ ...ramps.env.provider!, settlementQuote: () => Promise.reject(new Error('no price')) })

  /** Cleared, but not quoted yet. */
  async function cleared(rail: OnRamp): Promise<Payment> {
    const { reference } = rail
    const arrival = { reference, currency: 'CHF', amount: '1000', payername: 'Acme Ltd' }
    await ramps.tell('provider/control/arrivals', arrival)
    await ramps.run({ provider: provider() })
    const [payment] = await ramps.env.db.query<Payment>('select * from rails.payment where rail_id = $1', [rail.railid])
    expect(payment!.state).toBe('converting')
    return payment!
  }

  test('is not ordered from the provider while the institution is suspended', async () => {
    const rail = await ramps.rail()
    const payment = await cleared(rail)
    await suspended(rail)
    await rest()
    expect(await converted(payment)).toEqual({ settlements: 0, mints: 0 })
    await becomes(rail, 'approved')
    await rest()
    expect(await converted(payment)).toEqual({ settlements: 1, mints: 0 })
  })

  test('returns when the institution is offboarded', async () => {
    const rail = await ramps.rail()
    const payment = await cleared(rail)
    await becomes(rail, 'offboarded')
    await rest()
    expect((await ramps.paymentOf(payment.id)).state).toBe('returned')
  })

  test('and is converted waits with its money; for an offboarded institution it is escalated', async () => {
    const [rail, other] = [await ramps.rail(), await ramps.rail()]
    const [waiting] = await ramps.arrives(rail, '1000')
    const [lost] = await ramps.arrives(other, '1000')
    await rest()
    await suspended(rail)
    await becomes(other, 'offboarded')
    await goesOn()
    expect(await ramps.paymentOf(waiting!.id)).toMatchObject({ state: 'converting', stuck: null })
    expect(await ramps.paymentOf(lost!.id)).toMatchObject({ state: 'converting', stuck: 'mint' })
    expect(await ramps.casesOf(lost!.id)).toMatchObject([
      { problem: expect.stringMatching(/^The institution is no longer a client\./) },
    ])
    await becomes(rail, 'approved')
    await goesOn()
    expect([await converted(waiting!), await converted(lost!)]).toMatchObject([{ mints: 1 }, { mints: 0 }])
  })
})
