import { openCase } from '../../banking/reconciliation/cases.ts'
import type { Work } from '../../base/state-machine/transitions.ts'
import type { Owned } from './row.ts'

const problem =
  'It was received for an offboarded institution, and stays with us until two people decide. Place a hold on it, and reject ' +
  'it with an address for its return, or freeze it.'

/** Deposits for an offboarded institution, or on hold at its offboarding. A case names the next step. */
export const reportOffboarded: Work = async (env, tx) => {
  const left = await tx.query<Owned>(
    `select d.* from transfers.deposit d where d.on_hold and d.state in ('held', 'below_minimum')
       and directory.standing_of(d.institution_id) = 'offboarded' order by d.created_at, d.id`,
  )
  let reported = 0
  for (const { id, institution_id: institutionid } of left) {
    const detail = { depositid: id, institutionid, problem }
    if (await openCase(tx, { kind: 'deposit_return', cause: `${id}:offboarded`, detail }, env.clock.now()))
      reported += 1
  }
  return reported
}
