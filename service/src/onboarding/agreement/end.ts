import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { forEachItem, forEachDue } from '../../base/jobs/for-each-due.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { type By, move } from '../../base/state-machine/move.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { agreementMachine, agreementOf, type AgreementRow, assertCan, facts } from './row.ts'

/** The staff terminate an agreement. An unsigned agreement can no longer be signed. */
export async function terminateAgreement(tx: Tx, id: string, by: By): Promise<string> {
  const agreement = await agreementOf(tx, { institutionId: null }, id, 'for update')
  return end(tx, agreement, by)
}

async function end(tx: Tx, agreement: AgreementRow, by: By): Promise<string> {
  const event = agreement.state === 'sent' ? 'expire' : 'terminate'
  assertCan(agreement, event)
  const state = await move(tx, agreementMachine, agreement.id, event, by)
  const detail = { ...facts(agreement, by), why: by.why }
  const action = event === 'expire' ? 'agreement.expired' : 'agreement.terminated'
  audit(tx, { actor: by.actor, action, subject: agreement.id, detail })
  return state
}

/** Ends agreements that were not signed in time, and those whose notice ended before a new version replaced them. */
export const endAgreements: Job = {
  name: 'onboarding.agreements',
  everyMs: 5_000,
  run: (env) => {
    const at = env.clock.settlement()
    const steps = [
      () => endDue(env, 'expires_at', { state: 'sent', at, why: 'not signed in time' }),
      () => endDue(env, 'ends_at', { state: 'active', at, why: 'its notice has ended' }),
    ]
    return forEachItem(env, steps, (step) => step())
  },
}

type Ending = { readonly state: AgreementRow['state']; readonly at: Date; readonly why: string }

const endDue = (env: Env, order: 'expires_at' | 'ends_at', { state, at, why }: Ending): Promise<number> =>
  forEachDue<AgreementRow>(
    env,
    {
      table: 'onboarding.agreement',
      condition: `state = $1 and ${order} <= $2`,
      values: [state, at],
      order,
    },
    (tx, agreement) => end(tx, agreement, byService(env, why)),
  )
