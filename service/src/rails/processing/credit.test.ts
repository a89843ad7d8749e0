import { balances } from '@specie/test/balances.ts'
import { agree, decideHold, staff } from '@specie/test/people.ts'
import { putKyb } from '@specie/test/institution.ts'
import { type OnRamp, type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { failedByHand, signedByHand } from '@specie/test/sender.ts'
import { expect, test } from 'vitest'
import { findApproval } from '../../people/approval/list.ts'
import { requestApproval } from '../../people/approval/request.ts'
import { holdAndReport } from '../../stopping/place.ts'
import type { Payment } from '../payment/row.ts'

// On-ramps that were rejected too late for a return: two people credit the remaining money.

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

type Made = { rail: OnRamp; payment: Payment }

const rest = async () => {
  while ((await ramps.run()) > 0);
}

async function arrived(): Promise<Made> {
  const rail = await ramps.rail()
  const [payment] = await ramps.arrives(rail, '1000')
  await rest()
  return { rail, payment: payment! }
}
async function reserved(): Promise<Made> {
  const made = await arrived()
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

async function rejected(made: Made): Promise<void> {
  const { holdid } = await hold(made)
  await decideHold(ramps.env, holdid, 'reject')
  await rest()
}

/** The provider's wire arrives, and all jobs run. */
async function runAll(): Promise<void> {
  await rest()
  await ramps.pass(30)
  await rest()
  await ramps.sweep()
  await ramps.pass(5 * 24 * 60) // the bank may be closed
  await rest()
}

const credit = ({ payment: { id: paymentid } }: Made) => agree(ramps.env, 'payment.credit', { paymentid })
const balanceOf = async ({ rail }: Made) => (await balances(ramps.env, rail.institutionId)).get('CHF')
const viewOf = ({ rail, payment }: Made) => ramps.shown(rail.institutionId, payment.id)

test.each([
  ['the provider has wired it', arrived],
  ['its money is ahead of its coins', reserved],
  ['its coins are in line', sending],
] as const)('rejected when %s: two people credit it, and its case closes', async (_when, bring) => {
  const made = await bring()
  const { id, received } = made.payment
  await rejected(made)
  await runAll()
  expect(await ramps.casesOf(id)).toMatchObject([{ kind: 'rail_payout' }])
  await credit(made)
  const { spread } = await ramps.paymentOf(id)
  expect(await balanceOf(made)).toMatchObject({ available: received - spread })
  expect(await viewOf(made)).toMatchObject({ status: 'credited', hold: null })
  expect((await viewOf(made)).legs.at(-1)).toMatchObject({ leg: 'credit', status: 'credited', ref: '999 CHF' })
  expect(await ramps.casesOf(id)).toEqual([])
  expect(await ramps.onRail(id)).toBe(0n)
  const entries = await ramps.env.db.query<{ body: string }>(
    `select body from audit.entry where body::jsonb ->> 'subject' = $1`,
    [id],
  )
  expect(entries.map(({ body }) => JSON.parse(body))).toContainEqual(
    expect.objectContaining({
      action: 'payment.credited',
      detail: expect.objectContaining({ amount: '999', asset: 'CHF' }),
    }),
  )
  await runAll()
  expect(await viewOf(made)).toMatchObject({ status: 'credited' })
})

test('an on-ramp whose coins the chain refused twice is credited, and no operation lacks its payment (E1)', async () => {
  const made = await sending()
  const { id } = made.payment
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await signedByHand(ramps.env.db, 'rail_mint', id)
    await failedByHand(ramps.env.db, 'rail_mint', id, 'execution reverted')
    await rest()
  }
  expect(await viewOf(made)).toMatchObject({ status: 'failed' })
  await credit(made)
  expect(await viewOf(made)).toMatchObject({ status: 'credited' })
})

test('an on-ramp of an offboarded institution is credited too, and paid out with its balance', async () => {
  const made = await reserved()
  await putKyb(ramps.database, made.rail.institutionId, 'suspended')
  await rejected(made)
  await runAll()
  await credit(made)
  expect(await viewOf(made)).toMatchObject({ status: 'credited' })
})

test('there is no credit before the provider’s wire', async () => {
  const made = await arrived()
  await rejected(made)
  await expect(credit(made)).rejects.toThrow(/wire of the provider has not arrived/)
  await runAll()
  await credit(made)
})

test('there is no credit before the money is in the reserve', async () => {
  const made = await reserved()
  await rejected(made)
  await expect(credit(made)).rejects.toThrow(/on its way to the reserve/)
  await runAll()
  await credit(made)
})

test('a payment that continues by itself, or has an undecided hold, is not credited', async () => {
  const made = await reserved()
  await expect(credit(made)).rejects.toThrow(/is not escalated/)
  await rejected(made)
  await hold(made)
  await expect(credit(made)).rejects.toThrow(/undecided hold/)
})

test('the request names amount and institution, and one person alone cannot credit', async () => {
  const made = await reserved()
  await rejected(made)
  await runAll()
  const { id: subject } = made.payment
  const request = { kind: 'payment.credit', subject, payload: { paymentid: subject }, reason: 'rejected' } as const
  const operator = await staff(ramps.env, 'operations')
  const { id } = await ramps.env.db.tx((tx) => requestApproval(ramps.env, tx, operator, request))
  const { payload } = await findApproval(ramps.env.db, operator, id)
  expect(JSON.parse(payload)).toEqual({ paymentid: subject, amount: '999.00 CHF' })
  const alone = ramps.env.db.tx(async (tx) => {
    await tx.query(`select state.set_actor('eve', 'so', now())`)
    await tx.query(`update compliance.hold set concluded_at = now() where subject_id = $1`, [subject])
    await tx.query(`update rails.payment set state = 'credited' where id = $1`, [subject])
  })
  await expect(alone).rejects.toThrow(/approv/)
})
