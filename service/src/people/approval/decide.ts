import { parseJson } from '@specie/protocol/json.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { actorOf } from '../person/row.ts'
import type { Session } from '../session/session.ts'
import { evidenceOf, type SignedDecision } from './evidence.ts'
import { refusable } from './refusal.ts'
import { approvableOf, type Approval } from './row.ts'

export type Decision = {
  id: string
  decision: 'approve' | 'refuse'
  /** Of what the checker has seen. */
  payloadHash: Buffer
  /** A refusal says why. */
  reason: string | null
  /** Of a checker who signs with a passkey. */
  signed: SignedDecision | null
}

/**
 * The second person decides. The decision, its use and what was approved are one transaction: when the act fails, nothing
 * was decided, and the checker is told why.
 */
export function decideApproval(env: Env, session: Session, decision: Decision): Promise<void> {
  return env.db.tx(async (tx) => {
    const evidence = await evidenceOf(env, tx, session, decision)
    const at = env.clock.now()
    const { id, payloadHash, reason } = decision
    await refusable(
      tx.query('select people.decide_approval($1, $2, $3, $4, $5, $6, $7)', [
        session.token,
        id,
        payloadHash,
        decision.decision,
        reason,
        evidence,
        at,
      ]),
    )
    if (decision.decision === 'approve') await act(env, tx, session, id, payloadHash, at)
  })
}

async function act(env: Env, tx: Tx, session: Session, id: string, payloadHash: Buffer, at: Date): Promise<void> {
  await refusable(tx.query('select people.use_approval($1, $2, $3)', [id, payloadHash, at]))
  const [approval] = await tx.query<Approval>('select * from people.approval where id = $1', [id])
  const { kind, payload, maker, reason } = approval!
  const { schema, execute } = approvableOf(env, kind)
  const checker = actorOf(session.person)
  const by = { actor: checker, checker, maker: actorOf({ id: maker }), why: reason, at }
  await execute(env, tx, schema.parse(parseJson(payload)) as never, by)
}
