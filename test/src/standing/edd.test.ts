import type { RequestOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { withdraw as withdrawCall } from '@specie/protocol/endpoints/transfers.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import type { Env } from '@specie/service/base/env.ts'
import { endStandingHolds } from '@specie/service/compliance/standing.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { saveEntity } from '@specie/service/onboarding/kyb/company.ts'
import { proposalOf } from '@specie/service/onboarding/kyb/decide.ts'
import { addDocument } from '@specie/service/onboarding/kyb/documents.ts'
import { openReview } from '@specie/service/onboarding/kyb/review.ts'
import { findCase } from '@specie/service/onboarding/kyb/row.ts'
import { confirmReview } from '@specie/service/onboarding/kyb/submit.ts'
import { demoEntity, eddDocuments } from '@specie/service/sandbox/demo/company.ts'
import { finishCase, prepareCase } from '@specie/service/sandbox/demo/kyb-case.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { listWithdrawals } from '@specie/service/transfers/withdrawal/list.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { beforeEach, expect, test } from 'vitest'
import { payingBankForEachTest } from '../banking/at-bank.ts'
import type { ScriptedBank } from '../banking/scripted-bank.ts'
import type { TestDatabase } from '../database.ts'
import { putKyb } from '../institution.ts'
import { funded } from '../issuance.ts'
import { agree, decideHold } from '../people.ts'
import { holdsOn } from '../screening/desk.ts'

// The risk of an institution rises: what it has under way, and what it requests, waits for enhanced due diligence until two
// people have decided on its KYB case. No person places these holds.

let env: Env
let database: TestDatabase
let bank: ScriptedBank
payingBankForEachTest((paying) => ({ env, database, bank } = paying))

const by = () => ({ actor: 'test', why: 'a test', at: env.clock.now() })
let institutionId: string
beforeEach(async () => {
  institutionId = await funded(env, { CHF: 100_000_000n })
  await putKyb(database, institutionId, 'draft')
  const wanted = { name: 'Acme', state: 'in_review', products: [] } as const
  await env.db.tx((tx) => prepareCase(env, tx, institutionId, wanted, by()))
  await finishCase(env, institutionId, 'approved', by())
  const account = { label: 'main', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme' } as const
  await registerBankAccount(env, { institutionId, ...account, accept: true }, { actor: 'test', why: 'a test' })
})

async function requested(): Promise<string> {
  const fields = { asset: 'CHF', quantity: '10', destination: 'main' } as RequestOf<typeof withdrawCall>
  return (await withdraw(env, { institutionId, actor: 'key' }, fields)).answer.withdrawalid!
}

async function rest(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    await endStandingHolds.run(env)
    await advanceWithdrawals.run(env)
    await sendPayouts.run(env)
  }
}
const paid = () => [...bank.orders.values()].flatMap((order) => order.payments).length
const statusOf = async (withdrawalid: string) =>
  (await listWithdrawals(env, institutionId, { withdrawalid })).withdrawals[0]!.status

/** In a review the institution names a business address that makes its risk high. */
async function moves(country: string): Promise<void> {
  await env.db.tx((tx) => openReview(env, tx, institutionId, by()))
  const entity = demoEntity('Acme')
  const address = { ...entity.business_address, country }
  await env.db.tx((tx) => saveEntity(tx, institutionId, { ...entity, business_address: address }, by()))
  const { risk } = await findCase(env.db, institutionId)
  expect(risk?.class).toBe('low')
  const [{ id: person }] = (await env.db.query<{ id: string }>(
    'select id from onboarding.kyb_person where institution_id = $1',
    [institutionId],
  )) as [{ id: string }]
  for (const document of eddDocuments(person))
    await env.db.tx((tx) => addDocument(env, tx, institutionId, document, by()))
  await env.db.tx((tx) => confirmReview(env, tx, institutionId, by()))
}

test('a risk that rises holds what is under way and what follows, until two people have decided on the case', async () => {
  const before = await requested()
  await moves('MM')
  const after = await requested()
  await rest()
  expect([await statusOf(before), await statusOf(after), paid()]).toEqual(['held', 'held', 0])
  for (const id of [before, after])
    expect(await holdsOn(env, id)).toMatchObject([
      { reason: 'edd_required', why: 'the risk of the institution has risen: its KYB case must be decided' },
    ])
  await agree(env, 'kyb.decide', await proposalOf(env.db, institutionId, 'approve'))
  await rest()
  expect(await holdsOn(env, before)).toMatchObject([{ state: 'released' }])
  expect(paid()).toBe(2)
  // Two people have accepted the high risk, so the next review changes nothing.
  await env.db.tx((tx) => openReview(env, tx, institutionId, by()))
  const next = await requested()
  await rest()
  expect([await holdsOn(env, next), paid()]).toEqual([[], 3])
})

test('two people release one item before the case is decided, and it is not held for that again', async () => {
  const id = await requested()
  await moves('IR')
  const [hold] = await holdsOn(env, id)
  await decideHold(env, hold!.id, 'release')
  await rest()
  expect([paid(), (await holdsOn(env, id)).length]).toEqual([1, 1])
})

test('a review without a higher risk holds nothing', async () => {
  const id = await requested()
  await moves('CH')
  await rest()
  expect([await holdsOn(env, id), paid()]).toEqual([[], 1])
})

test('SQL of the service can neither place nor end such a hold, nor accept a risk class', async () => {
  const id = await requested()
  await moves('MM')
  const [hold] = await holdsOn(env, id)
  const run = (sql: string, values: unknown[]) =>
    env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('institution', 'no reason', now())`)
      await tx.query(sql, values)
    })
  const moved = (state: string) =>
    run(`update compliance.hold set state = '${state}', maker = 'institution', checker = 'service' where id = $1`, [
      hold!.id,
    ])
  await moved('under_review')
  await expect(moved('released')).rejects.toMatchObject({ constraint: 'approval_missing' })
  await expect(moved('rejected')).rejects.toMatchObject({ constraint: 'approval_missing' })
  await expect(
    run(`update onboarding.kyb_case set accepted_class = 'high' where institution_id = $1`, [institutionId]),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(run('update compliance.hold set follows_case = false where id = $1', [hold!.id])).rejects.toMatchObject({
    code: '42501',
  })
})
