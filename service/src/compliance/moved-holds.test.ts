import type { RequestOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { withdraw as withdrawCall } from '@specie/protocol/endpoints/transfers.ts'
import { payingBankForEachTest } from '@specie/test/banking/at-bank.ts'
import { funded } from '@specie/test/issuance.ts'
import { approve, staff } from '@specie/test/people.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Env } from '../base/env.ts'
import { registerBankAccount } from '../destinations/bank-account/register.ts'
import { requestApproval } from '../people/approval/request.ts'
import type { Session } from '../people/session/session.ts'
import { cancelWithdrawal } from '../transfers/withdrawal/cancel.ts'
import { advanceWithdrawals } from '../transfers/withdrawal/job.ts'
import { listWithdrawals } from '../transfers/withdrawal/list.ts'
import { withdraw } from '../transfers/withdrawal/request.ts'
import { placeHold } from './holds.ts'

// A hold moves to the next withdrawal when its institution cancels the first. Approvals for the first one do not move.

let env: Env
payingBankForEachTest((paying) => ({ env } = paying))

let institutionId: string
let officers: { maker: Session; checker: Session }
beforeEach(async () => {
  institutionId = await funded(env, { CHF: 100_000_000n })
  const account = {
    institutionId,
    label: 'main',
    currency: 'CHF',
    identifier: 'CH93 0076 2011 6238 5295 7',
    name: 'Acme',
    accept: false,
  } as const
  await registerBankAccount(env, account, { actor: 'test', why: 'a test' })
  officers = { maker: await staff(env, 'compliance'), checker: await staff(env, 'mlro') }
})

const by = () => ({ institutionId, actor: 'key' })

async function withdrawn(quantity: string): Promise<string> {
  const fields = { asset: 'CHF', quantity, destination: 'main' } as RequestOf<typeof withdrawCall>
  const { answer } = await withdraw(env, by(), fields)
  await advanceWithdrawals.run(env)
  return answer.withdrawalid!
}

const asked = (holdid: string, decision: 'release' | 'reject') => {
  const request = { kind: 'hold.decide', subject: holdid, payload: { holdid, decision }, reason: 'ten francs' } as const
  return env.db.tx((tx) => requestApproval(env, tx, officers.maker, request)).then(({ id }) => id)
}

const shown = async (withdrawalid: string) =>
  (await listWithdrawals(env, institutionId, { withdrawalid })).withdrawals[0]!

/** A hold on a withdrawal of ten francs, and a request to decide it. */
async function requested(decision: 'release' | 'reject') {
  const on = await withdrawn('10')
  const { holdid } = await env.db.tx((tx) => placeHold(env, tx, { institutionId, on, reason: 'aml_review' }, 'officer'))
  await advanceWithdrawals.run(env)
  return { on, holdid, request: await asked(holdid, decision) }
}

test.each(['release', 'reject'] as const)('a request about one withdrawal does not %s another', async (decision) => {
  const { on, holdid, request } = await requested(decision)
  await cancelWithdrawal(env, by(), { withdrawalid: on })
  await expect(approve(env, officers.checker, request)).rejects.toThrow(/is now on next withdrawal/)
  const large = await withdrawn('900000')
  await expect(approve(env, officers.checker, request)).rejects.toThrow(`The hold is now on ${large}`)
  const { status, hold, created_at } = await shown(large)
  expect([status, hold?.reason]).toEqual(['held', 'aml_review'])
  // It does not reveal when the review of the first one began.
  expect(Date.parse(hold!.since)).toBeGreaterThanOrEqual(Date.parse(created_at))
  expect(await env.db.query('select state from compliance.hold where id = $1', [holdid])).toEqual([{ state: 'placed' }])
})

test('nor by SQL', async () => {
  const { on, holdid, request } = await requested('release')
  await cancelWithdrawal(env, by(), { withdrawalid: on })
  await withdrawn('900000')
  const release = env.db.tx(async (tx) => {
    const [{ hash }] = (await tx.query('select payload_hash as hash from people.approval where id = $1', [
      request,
    ])) as [{ hash: Buffer }]
    await tx.query(`select people.decide_approval($1, $2, $3, 'approve', null, '{}', now())`, [
      officers.checker.token,
      request,
      hash,
    ])
    await tx.query('select people.use_approval($1, $2, now())', [request, hash])
    await tx.query(`select state.set_actor('eve', 'so', now())`)
    await tx.query(`update compliance.hold set state = 'under_review', maker = 'a', checker = 'b' where id = $1`, [
      holdid,
    ])
    await tx.query(`update compliance.hold set state = 'released' where id = $1`, [holdid])
  })
  await expect(release).rejects.toMatchObject({ constraint: 'hold_moved' })
})
