import { next } from '@specie/protocol/machines.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { reportStopped, type Stopped } from '../../stopping/stopped.ts'
import type { Description } from '../../base/approvable.ts'
import { institutionName as nameOf } from '../../directory/institutions.ts'
import { sendMissing } from '../agreement/send.ts'
import { assertComplete, readCaseFile } from './case-file.ts'
import { reviewMonths } from './risk.ts'
import { findCase, type KybCase, kybMachine, lockCase, moveCase, note, notNow } from './row.ts'
import { caseVersion } from './version.ts'

// Decisions of two people about an institution (approval kind kyb.decide); offboarding: offboard.ts.

type Decision = PayloadOf<'kyb.decide'>

/** Executes their decision on the case. The database checks the approval (onboarding.assert_kyb_decided). */
export async function decideCase(
  env: Env,
  tx: Tx,
  { institutionid, decision, version }: Decision,
  by: By,
): Promise<void> {
  const kyb = await lockCase(tx, institutionid)
  if (version !== (await caseVersion(tx, institutionid)))
    throw badRequest(
      'case_changed',
      'The case has changed since this request. Review the case again and make a new request.',
    )
  await moveCase(tx, kyb, decision, by)
  if (decision === 'approve') await approved(env, tx, kyb, by)
  note(tx, by, 'kyb.decided', institutionid, { decision })
}

const verbs = { approve: 'Approve', reject: 'Reject', reinstate: 'Reinstate' } as const

export async function describeDecision(
  _env: Env,
  sql: Sql,
  { institutionid, decision }: Decision,
): Promise<Description> {
  return {
    title: `${verbs[decision]} ${await nameOf(sql, institutionid)}`,
    institutionId: institutionid,
  }
}

/**
 * The decision on the case in its current form. Throws when it could not be executed, so that impossible requests are
 * refused at once.
 */
export async function proposalOf(sql: Sql, institutionId: string, decision: Decision['decision']): Promise<Decision> {
  const kyb = await findCase(sql, institutionId)
  if (next(kybMachine.machine, kyb.state, decision) === null) throw notNow(kyb)
  const institutionid = kyb.institution_id
  return { institutionid, decision, version: await caseVersion(sql, institutionid) }
}

/**
 * The next review depends on the risk; the legal name becomes the institution's name. The agreements of the requested
 * products are sent for signature.
 */
async function approved(env: Env, tx: Tx, kyb: KybCase, by: By): Promise<void> {
  assertComplete(await readCaseFile(env, tx, kyb))
  await tx.query(
    `update onboarding.kyb_case set review_due_at = $2::timestamptz + make_interval(months => $3), review_deadline = null,
       confirmed_at = null where id = $1`,
    [kyb.id, by.at, reviewMonths[kyb.risk?.class ?? 'high']],
  )
  await tx.query('update directory.institution set name = $2 where id = $1 and name <> $2', [
    kyb.institution_id,
    kyb.entity.legal_name,
  ])
  if (kyb.review_deadline !== null) note(tx, by, 'kyb.review_ended', kyb.institution_id)
  await sendMissing(env, tx, kyb.institution_id, kyb.entity.products ?? [], by)
}

/**
 * Suspends at once, by one person. The next request of the institution is refused, and its items stop. Returns those that cannot be
 * stopped.
 */
export async function suspend(env: Env, tx: Tx, institutionId: string, by: By): Promise<Stopped> {
  await moveCase(tx, await lockCase(tx, institutionId), 'suspend', by)
  note(tx, by, 'kyb.suspended', institutionId)
  return reportStopped(env, tx, institutionId)
}
