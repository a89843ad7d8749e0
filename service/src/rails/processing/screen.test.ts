import { addToWatchlist } from '../../compliance/list/own.ts'
import { decideHold } from '@specie/test/people.ts'
import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { describe, expect, test } from 'vitest'
import { placeHold } from '../../compliance/holds.ts'
import { refusalOf } from './screen.ts'
import { resumePayment } from './resume.ts'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

async function rest(): Promise<void> {
  while ((await ramps.run()) > 0);
  expect(await ramps.run()).toBe(0)
}

const holdNext = (institutionId: string) =>
  ramps.env.db
    .tx((tx) => placeHold(ramps.env, tx, { institutionId, on: 'next payment', reason: 'aml_review' }, 'officer'))
    .then(({ holdid }) => holdid)
const decide = (holdid: string, decision: 'release' | 'reject') => decideHold(ramps.env, holdid, decision)
const holdOf = async (paymentid: string) => {
  const [row] = await ramps.env.db.query<{ id: string; reason: string }>(
    'select id, reason from compliance.hold where subject_id = $1',
    [paymentid],
  )
  return row!
}

describe('an unserviceable payment is returned to its payer in full, with the reason', () => {
  test.each([
    ['the rail is suspended', { state: 'suspended' }, '10', {}, 'The rail is suspended.'],
    ['the rail is closed', { state: 'closed' }, '10', {}, 'The rail is closed.'],
    ['the rail is held', { state: 'held' }, '10', {}, 'The rail is held.'],
    ['another currency', { asset: 'VGBP' as const }, '10', {}, 'CHF arrived on a rail for GBP.'],
    ['too little', {}, '0.99', {}, 'Below the smallest payment of 1 CHF.'],
    ['another payer', {}, '10', { payername: 'Bolt Ltd' }, 'The payer Bolt Ltd is not the rail’s sender ACME AG.'],
  ])('%s', async (_what, railFields, amount, arrival, reason) => {
    const rail = await ramps.rail(railFields)
    const [payment] = await ramps.arrives(rail, amount, arrival)
    await rest()
    expect(await ramps.shown(rail.institutionId, payment!.id)).toMatchObject({
      status: 'returned',
      reason,
      received: amount,
      sent: null,
      fee: '0',
      completed_at: null,
    })
    expect(await ramps.done(payment!.id, 'returns')).toMatchObject([{ status: 'settled', why: reason }])
    expect(await ramps.onRail(payment!.id)).toBe(0n)
  })

  test('the smallest payment is served', async () => {
    const [payment] = await ramps.arrives(await ramps.rail(), '1')
    expect(payment).toMatchObject({ state: 'converting' })
  })

  test('when the provider returns it without an answer, the return is looked up and made once', async () => {
    const rail = await ramps.rail()
    await ramps.misbehave('timeout_after_accept')
    const [payment] = await ramps.arrives(rail, '0.5')
    expect(payment).toMatchObject({ state: 'returning' })
    expect(await ramps.onRail(payment!.id)).toBe(50n)
    await rest()
    expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'returned' })
    expect(await ramps.done(payment!.id, 'returns')).toHaveLength(1)
  })

  test('when the provider refuses the return, a case is opened, and no further attempt is made', async () => {
    const rail = await ramps.rail()
    await ramps.misbehave('reject')
    const [payment] = await ramps.arrives(rail, '0.5')
    await rest()
    expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'returning' })
    expect(await ramps.casesOf(payment!.id)).toMatchObject([{ kind: 'rail_payout' }])
    expect(await ramps.done(payment!.id, 'returns')).toHaveLength(1)
    await ramps.env.db.tx((tx) =>
      resumePayment(ramps.env, tx, payment!.id, {
        actor: 'operator',
        why: 'they will take it now',
        at: ramps.env.clock.now(),
      }),
    )
    await rest()
    expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'returned' })
  })
})

describe('a payment under review waits', () => {
  test('and continues after a release; no money moves before (S1)', async () => {
    const rail = await ramps.rail()
    const holdid = await holdNext(rail.institutionId)
    const [payment, free] = await ramps.arrives(rail, '100', { count: 2 })
    await rest()
    expect(await ramps.shown(rail.institutionId, payment!.id)).toMatchObject({
      status: 'held',
      hold: { reason: 'aml_review' },
    })
    expect(await ramps.onRail(payment!.id)).toBe(10_000n)
    expect(await ramps.done(payment!.id, 'settlements')).toEqual([])
    expect(await ramps.paymentOf(free!.id)).toMatchObject({ state: 'converting' })
    await decide(holdid, 'release')
    await rest()
    expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'converting', sent: 99_900_000n })
    const { legs } = await ramps.paymentOf(payment!.id)
    expect(legs.filter(({ leg }) => leg === 'screening').map(({ status }) => status)).toEqual(['held', 'cleared'])
  })

  test('and is returned without a reason after a rejection', async () => {
    const rail = await ramps.rail()
    const holdid = await holdNext(rail.institutionId)
    const [payment] = await ramps.arrives(rail, '100')
    await decide(holdid, 'reject')
    await rest()
    expect(await ramps.shown(rail.institutionId, payment!.id)).toMatchObject({
      status: 'returned',
      reason: 'Refused after review.',
    })
  })

  test('a payer similar to a listed name is held before any return; a released one is not held again', async () => {
    const listed = [
      { name: 'Zarkovia Sanctioned Trading LLC', list: 'test', effect: 'review' },
      { name: 'Invalid Party Ltd', list: 'test', effect: 'refuse' },
    ] as const
    await ramps.database.owner.tx((tx) => addToWatchlist(tx, listed, ramps.env.clock.now()))
    const rail = await ramps.rail()
    const [payment] = await ramps.arrives(rail, '0.5', { payername: 'Zarkovija Sanctionned Trading Ltd' })
    await rest()
    expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'held' })
    const hold = await holdOf(payment!.id)
    expect(hold.reason).toBe('sanctions_review')
    expect(await ramps.done(payment!.id, 'returns')).toEqual([])
    await decide(hold.id, 'release')
    await rest()
    expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'returned' })

    const [refused] = await ramps.arrives(rail, '10', { payername: 'Invalid Party Ltd' })
    await rest()
    expect(await ramps.paymentOf(refused!.id)).toMatchObject({
      state: 'returned',
      reason: 'Payments of this payer cannot be accepted.',
    })
  })
})

describe('coins that cannot be redeemed are refused, with the reason', () => {
  const rail = {
    state: 'active',
    asset: 'VCHF',
    currency: 'CHF',
    blockchain: 'ETH',
    sender: { partyname: { name: 'Acme' }, address: { country: 'CH' }, partytype: 'company' },
  }
  const refusal = (over: object, railOver: object = {}) =>
    refusalOf({
      blockchain: 'ETH',
      received: 5_000_000n,
      received_currency: 'VCHF',
      payer: { name: '', account: '0x1' },
      rail: { ...rail, ...railOver },
      ...over,
    } as never)

  test.each([
    ['served', {}, {}, null],
    ['another coin', { received_currency: 'VGBP' }, {}, 'VGBP arrived on a rail for VCHF.'],
    ['another chain', { blockchain: 'BASE' }, {}, 'VCHF arrived on BASE, the rail is for ETH.'],
    ['too few', { received: 990_000n }, {}, 'Below the smallest payment of 1 VCHF.'],
    [
      'part of a cent',
      { received: 5_000_001n },
      {},
      'Only whole hundredths of a VCHF are redeemed, not 5.000001 VCHF.',
    ],
    ['suspended', {}, { state: 'suspended' }, 'The rail is suspended.'],
  ])('%s', (_what, over, railOver, reason) => {
    expect(refusal(over, railOver)).toBe(reason)
  })
})
