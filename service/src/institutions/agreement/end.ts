import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { type By, move } from '../../base/state-machine/move.ts'
import { agreementMachine, agreementOf, type AgreementRow, assertCan, facts } from './row.ts'

/** By our staff. One that was not signed yet can no longer be. */
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

/** Ends those that were not signed in time, and those whose notice has ended before a new version took their place. */
export const endAgreements: Job = {
  name: 'institutions.agreements',
  everyMs: 5_000,
  run: (env) =>
    env.db.tx(async (tx) => {
      const settlement = env.clock.settlement()
      const at = env.clock.now()
      const due = await tx.query<AgreementRow>(
        `select * from institutions.agreement where state = 'sent' and expires_at <= $1
         union all select * from institutions.agreement where state = 'active' and ends_at <= $1`,
        [settlement],
      )
      for (const { id, state } of due) {
        const why = state === 'sent' ? 'not signed in time' : 'its notice has ended'
        await terminateAgreement(tx, id, { actor: 'service', why, at })
      }
      return due.length
    }),
}
