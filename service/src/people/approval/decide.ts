import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { actorOf } from '../../directory/person.ts'
import type { Session } from '../session/session.ts'
import { execute, lapse } from './act.ts'
import { type Decision, evidenceOf } from './evidence.ts'
import { withRefusal } from './refusal.ts'

/**
 * The second person decides. The decision, its use and the approved action are one transaction: when the action fails,
 * nothing is decided, and the checker gets the reason. Some actions concern all open items of an institution. Returns
 * the text that the action shows to the checker, if any.
 */
export async function decideApproval(env: Env, session: Session, decision: Decision): Promise<string | null> {
  const evidence = await evidenceOf(env, session, decision)
  return env.db.tx((tx) => decideWith(env, tx, session, decision, evidence), 'long act')
}

/** The same within a transaction. */
export async function decideWith(
  env: Env,
  tx: Tx,
  session: Session,
  { id, payloadHash, decision, reason }: Decision,
  evidence: string,
): Promise<string | null> {
  const at = env.clock.now()
  const decider = { actor: actorOf(session.person), at }
  const values = [session.token, id, payloadHash, decision, reason, evidence, at]
  await withRefusal(tx.query('select people.decide_approval($1, $2, $3, $4, $5, $6, $7)', values))
  if (decision === 'refuse') {
    await lapse(env, tx, id, decider)
    return null
  }
  await withRefusal(tx.query('select people.use_approval($1, $2, $3)', [id, payloadHash, at]))
  return execute(env, tx, id, decider)
}
