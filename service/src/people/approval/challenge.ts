import type { Env } from '../../base/env.ts'
import type { Site } from '../factor/passkey.ts'
import { type SignedFacts, signatureOptions } from '../factor/signature.ts'
import type { Session } from '../session/session.ts'
import { findApproval } from './list.ts'

/** Challenges for decisions. */
export const purpose = 'approval'

/** The object of a decision. A signature does not count for another decision on the request, or for another person. */
export const decisionFacts = (
  { person }: Session,
  { id, decision, payloadHash }: { id: string; decision: string; payloadHash: Buffer },
): SignedFacts => ({ approval: id, checker: person.id, decision, payload_hash: payloadHash.toString('hex') })

/** The challenge that a passkey signs for a decision. */
export async function challengeFor(env: Env, session: Session, site: Site, id: string, decision: 'approve' | 'refuse') {
  const { id: approval, payload_hash: payloadHash } = await findApproval(env.db, session, id)
  return signatureOptions(env, session, site, purpose, decisionFacts(session, { id: approval, decision, payloadHash }))
}
