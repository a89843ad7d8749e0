import type { Env } from '@specie/service/base/env.ts'
import { endStandingHolds } from '@specie/service/compliance/standing.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { expireApprovals } from '@specie/service/people/approval/expire.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { describe, expect, test } from 'vitest'
import { verifyAudit } from '../checks.ts'
import { onboard, sandbox } from '../client.ts'
import { agree, approve, decideHold, member, staff } from '../people.ts'
import {
  acme,
  admin,
  all,
  approver,
  chf,
  choose,
  decideOn,
  desk,
  done,
  env,
  requestOf,
  signed,
  usePaymentDesk,
  withdraw,
} from './payment-desk.ts'

// Payments above the amount of an institution's choice wait for its second person. The choice of the amounts, and that no SQL
// avoids them: payments-amounts.test.ts.

usePaymentDesk()

const rowOf = async (withdrawalid: string) => (await signed('queryWithdrawals', { withdrawalid })).withdrawals[0]
async function advance(): Promise<void> {
  while ((await advanceWithdrawals.run(env)) > 0);
}

const eightDays = 8 * 24 * 3_600_000
const later = (): Env => ({
  ...env,
  clock: { ...env.clock, now: () => new Date(Date.now() + eightDays), wall: () => Date.now() + eightDays },
})

describe('a withdrawal above the amount', () => {
  test('waits, is shown exactly, and continues once a second person approves', async () => {
    await choose({ CHF: '1000' })
    const answer = await withdraw('1000.01')
    expect(answer).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
    expect(answer.hold.message).toContain('second approver')
    await advance()
    expect(await rowOf(answer.withdrawalid)).toMatchObject({ status: 'held', hold: answer.hold })
    expect(await chf()).toEqual({ available: 99_899_999n, pending: 100_001n })
    const request = await requestOf(answer.withdrawalid)
    expect(request).toMatchObject({ kind: 'member.withdrawal', state: 'waiting', maker: { name: 'API key first key' } })
    expect(JSON.parse(request.payload)).toEqual({
      id: answer.withdrawalid,
      institutionid: acme.institutionid,
      asset: 'CHF',
      quantity: '1000.01',
      blockchain: null,
      destination: 'main',
      paid_to: 'CH9300762011623852957',
    })
    expect(await decideOn(answer.withdrawalid, 'approve')).toMatchObject({ status: 200, body: { state: 'approved' } })
    await advance()
    expect(await rowOf(answer.withdrawalid)).toMatchObject({ status: 'pending', stage: 'sending', hold: null })
    expect(await decideOn(answer.withdrawalid, 'refuse')).toMatchObject({ body: { details: { reason: 'decided' } } })
  })

  test('of exactly the amount needs no approval; in an asset without an amount it always does', async () => {
    await choose({ CHF: '1000' })
    expect(await withdraw('1000')).toMatchObject({ status: 'pending', hold: null })
    const coins = await signed('withdraw', { asset: 'VCHF', quantity: '10', destination: 'vault', blockchain: 'ETH' })
    expect(coins).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
    expect(JSON.parse((await requestOf(coins.withdrawalid)).payload)).toMatchObject({
      destination: 'vault',
      paid_to: '0x52908400098527886E0F7030069857D2E4169EE7',
      blockchain: 'ETH',
    })
    expect(await decideOn(coins.withdrawalid, 'approve')).toMatchObject({ status: 200 })
    await advance()
    expect(await rowOf(coins.withdrawalid)).toMatchObject({ status: 'pending', stage: 'travel_rule' })
  })

  test('a repeated request gets the same answer, and makes one approval request', async () => {
    await choose({})
    const first = await withdraw('5', { clreqid: 'w-1' })
    expect(await withdraw('5', { clreqid: 'w-1' })).toEqual(first)
    await decideOn(first.withdrawalid, 'approve')
    expect(await withdraw('5', { clreqid: 'w-1' })).toEqual(first)
    expect((await done(approver, '/approvals')).items).toHaveLength(1)
    expect((await chf()).pending).toBe(500n)
  })

  test('a dry run says that it would wait, and makes no request', async () => {
    await choose({})
    expect(await withdraw('5', { validate: 'true' })).toMatchObject({ status: 'held', validated: true })
    expect((await done(approver, '/approvals')).items).toEqual([])
  })

  test.each(['refused', 'expired'])('that is %s returns its money, once', async (how) => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    await advance()
    if (how === 'refused') expect(await decideOn(withdrawalid, 'refuse')).toMatchObject({ status: 200 })
    else expect(await expireApprovals.run(later())).toBeGreaterThan(0)
    await advance()
    await advance()
    expect(await rowOf(withdrawalid)).toMatchObject({
      status: 'rejected',
      reason: 'Not approved by a second approver of the institution.',
    })
    expect(await chf()).toEqual(all)
    expect(await requestOf(withdrawalid)).toMatchObject({ state: how })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject({
      status: 403,
      body: { details: { reason: 'decided' } },
    })
  })

  test('that is approved and expires at the same moment has only one of the two outcomes', async () => {
    await choose({})
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) ids.push((await withdraw('5')).withdrawalid)
    await advance()
    const approving = Promise.all(ids.map((id) => decideOn(id, 'approve')))
    const [answers] = await Promise.all([approving, expireApprovals.run(later()), expireApprovals.run(later())])
    await expireApprovals.run(later())
    await advance()
    let paid = 0n
    for (const [n, id] of ids.entries()) {
      const isApproved = answers[n]!.status === 200
      expect((await requestOf(id)).state).toBe(isApproved ? 'approved' : 'expired')
      expect((await rowOf(id)).stage).toBe(isApproved ? 'sending' : 'rejected')
      if (isApproved) paid += 500n
    }
    expect((await chf()).available).toBe(100_000_000n - paid)
  })

  test('that the institution cancels closes its request, and the next one has its own request', async () => {
    await choose({ CHF: '10' })
    const { withdrawalid } = await withdraw('50')
    await advance()
    const rehearsed = await signed('cancelWithdrawal', { withdrawalid, validate: 'true' })
    expect(rehearsed.status).toBe('held')
    expect(await signed('cancelWithdrawal', { withdrawalid })).toMatchObject({ status: 'canceled' })
    expect(await requestOf(withdrawalid)).toMatchObject({ state: 'withdrawn' })
    expect(await chf()).toEqual(all)
    expect(await withdraw('10')).toMatchObject({ status: 'pending' })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject({ body: { details: { reason: 'decided' } } })
  })

  test('that is approved and canceled at the same moment returns its money', async () => {
    await choose({})
    for (let n = 0; n < 5; n += 1) {
      const { withdrawalid } = await withdraw('5')
      const [, canceled] = await Promise.all([
        decideOn(withdrawalid, 'approve'),
        signed('cancelWithdrawal', { withdrawalid }),
      ])
      expect(canceled.status).toBe('canceled')
      expect((await requestOf(withdrawalid)).state).toMatch(/^(approved|withdrawn)$/)
      expect(await chf()).toEqual(all)
    }
  })

  test('a parallel hold of compliance is decided by the staff', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const { body } = await sandbox(desk.origin, 'holds', {
      institutionid: acme.institutionid,
      on: withdrawalid,
      reason: 'aml_review',
    })
    await decideOn(withdrawalid, 'approve')
    await advance()
    expect(await rowOf(withdrawalid)).toMatchObject({ status: 'held', hold: { reason: 'aml_review' } })
    await decideHold(env, body.holdid, 'release')
    await advance()
    expect(await rowOf(withdrawalid)).toMatchObject({ stage: 'sending' })
  })

  test('that compliance rejects ends at once, and its approval request is closed', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const { body } = await sandbox(desk.origin, 'holds', {
      institutionid: acme.institutionid,
      on: withdrawalid,
      reason: 'aml_review',
    })
    await advance()
    await decideHold(env, body.holdid, 'reject')
    await advance()
    expect(await rowOf(withdrawalid)).toMatchObject({ status: 'rejected', reason: 'refused after review' })
    expect(await chf()).toEqual(all)
    expect(await requestOf(withdrawalid)).toMatchObject({ state: 'withdrawn' })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject({ body: { details: { reason: 'decided' } } })
  })

  test('the staff cannot release it for the institution', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const [hold] = await env.db.query<{ id: string }>('select id from compliance.hold where subject_id = $1', [
      withdrawalid,
    ])
    await expect(decideHold(env, hold!.id, 'release')).rejects.toThrow(/second approver of the institution/)
    await expect(decideHold(env, hold!.id, 'reject')).rejects.toThrow(/second approver of the institution/)
  })
})

describe('changes in the meantime', () => {
  const refusal = (reason: string) => ({ status: 403, body: { code: 'approval_refused', details: { reason } } })

  test('a payment of a key that is now frozen is not paid; it can be refused', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const [key] = (await done(admin, '/keys')).items
    await done(admin, `/keys/${key.keyid}/freeze`, { reason: 'laptop stolen' })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject(refusal('key'))
    expect(await requestOf(withdrawalid)).toMatchObject({ state: 'waiting' })
    expect(await decideOn(withdrawalid, 'refuse')).toMatchObject({ status: 200 })
    await advance()
    expect(await chf()).toEqual(all)
  })

  test('a payment of a suspended institution waits until it is reinstated, or expires', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const officer = await staff(env, 'compliance')
    await done(officer, `/institutions/${acme.institutionid}/suspend`, { reason: 'sanctions' })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject(refusal('account_suspended'))
    await advance()
    expect(await chf()).toEqual({ available: 99_999_500n, pending: 500n })
    await expireApprovals.run(later())
    await advance()
    expect(await chf()).toEqual(all)
  })

  test('a payment under an ended agreement is not carried out; it can be refused', async () => {
    await choose({ VCHF: '199999' }, 'member.mint')
    const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '200000', destination: 'vault' }
    const { requestid } = await signed('mintTokens', mint)
    const officer = await staff(env, 'compliance')
    for (const { agreementid } of (await done(officer, `/institutions/${acme.institutionid}/agreements`)).items)
      await done(officer, `/agreements/${agreementid}/terminate`, { reason: 'breach' })
    expect(await decideOn(requestid, 'approve')).toMatchObject(refusal('agreement_missing'))
    expect(await requestOf(requestid)).toMatchObject({ state: 'waiting' })
    expect(await decideOn(requestid, 'refuse')).toMatchObject({ status: 200 })
    await advanceMints.run(env)
    expect(await chf()).toEqual(all)
  })

  test('a payment of an offboarded institution is withdrawn, and its money is on the balance again', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    await agree(env, 'institution.offboard', { institutionid: acme.institutionid })
    expect(await requestOf(withdrawalid)).toMatchObject({ state: 'withdrawn' })
    await endStandingHolds.run(env)
    await advance()
    expect(await chf()).toEqual(all)
  })

  test('a later change of the amount does not affect earlier requests', async () => {
    await choose({ CHF: '10' })
    const before = await withdraw('10')
    await choose({ CHF: '5' })
    await advance()
    expect(await rowOf(before.withdrawalid)).toMatchObject({ stage: 'sending' })
    const waiting = await withdraw('10')
    const { approvalid } = await choose({ CHF: '20' })
    await approve(env, approver, approvalid)
    await advance()
    expect(await rowOf(waiting.withdrawalid)).toMatchObject({ status: 'held' })
    expect(await withdraw('20')).toMatchObject({ status: 'pending' })
  })
})

describe('a mint', () => {
  const mint = (more: object = {}) =>
    signed('mintTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '200000', ...more })
  const changeOf = async (requestid: string) => (await signed('querySupplyChanges', { requestid })).supplychanges[0]

  test('to a wallet waits if it is above the amount; a mint to the own balance never waits', async () => {
    await choose({ VCHF: '199999' }, 'member.mint')
    expect(await mint()).toMatchObject({ status: 'pending', hold: null })
    const answer = await mint({ destination: 'vault' })
    expect(answer).toMatchObject({ status: 'held', txid: '', hold: { reason: 'approval_required' } })
    expect(await chf()).toEqual({ available: 60_000_000n, pending: 40_000_000n })
    await advanceMints.run(env)
    expect(await changeOf(answer.requestid)).toMatchObject({ status: 'held' })
    expect(await decideOn(answer.requestid, 'approve')).toMatchObject({ status: 200 })
    await advanceMints.run(env)
    expect(await changeOf(answer.requestid)).toMatchObject({ status: 'pending', stage: 'sending', hold: null })
  })

  test('at the amount needs no approval; when a mint is refused, its money is returned', async () => {
    await choose({ VCHF: '200000' }, 'member.mint')
    expect(await mint({ destination: 'vault' })).toMatchObject({ status: 'pending' })
    const { requestid } = await mint({ destination: 'vault', quantity: '200000.01' })
    expect(await decideOn(requestid, 'refuse')).toMatchObject({ status: 200 })
    await advanceMints.run(env)
    expect(await changeOf(requestid)).toMatchObject({
      status: 'rejected',
      reason: 'Not approved by a second approver of the institution.',
    })
    expect(await chf()).toEqual({ available: 80_000_000n, pending: 20_000_000n })
  })

  test('funded in another currency is held before the sale', async () => {
    await choose({}, 'member.mint')
    const answer = await signed('mintTokens', {
      asset: 'VGBP',
      blockchain: 'ETH',
      quantity: '200000',
      funding_currency: 'CHF',
      destination: 'vault',
    })
    expect(answer).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
    await decideOn(answer.requestid, 'refuse')
    await advanceMints.run(env)
    expect(await changeOf(answer.requestid)).toMatchObject({ status: 'rejected' })
    expect(await chf()).toEqual(all)
  })
})

test('people of another institution neither see nor decide it', async () => {
  await choose({})
  const { withdrawalid } = await withdraw('5')
  const beta = await onboard(desk.origin)
  const stranger = await member(env, beta.institutionid, 'approver')
  expect(await decideOn(withdrawalid, 'approve', stranger)).toMatchObject({ status: 404 })
  expect((await done(stranger, '/approvals')).items).toEqual([])
  expect(await decideOn(withdrawalid, 'approve', admin)).toMatchObject({ status: 403 })
})

test('requester and decision are in the audit chain, which verifies', async () => {
  await choose({})
  const { withdrawalid } = await withdraw('5')
  await decideOn(withdrawalid, 'approve')
  const { id, maker } = await requestOf(withdrawalid)
  const auditor = await staff(env, 'auditor')
  const { items } = await done(auditor, `/audit?subject=${id}`)
  expect(items.map(({ actor, action }: { actor: string; action: string }) => `${actor} ${action}`)).toEqual([
    `person:${approver.person.id} approval.decided`,
    `key ${maker.id} approval.asked`,
  ])
  expect((await verifyAudit(env.db)).ok).toBe(true)
})
