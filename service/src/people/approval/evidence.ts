import { canonical } from '@specie/protocol/encoding/json.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { type Signed, signatureOf } from '../factor/signature.ts'
import type { Session } from '../session/session.ts'
import { decisionFacts, purpose } from './challenge.ts'

export type Decision = {
  id: string
  decision: 'approve' | 'refuse'
  /** The hash of the payload that the checker saw. */
  payloadHash: Buffer
  /** The reason of a refusal. */
  reason: string | null
  /** The signature of a checker who signs with a passkey. */
  signed: Signed | null
}

/**
 * How the checker authenticated, as canonical JSON; its hash is in the audit chain. The database requires a signature
 * from a person with a passkey (people.decide_approval).
 */
export async function evidenceOf(env: Env, session: Session, decision: Decision): Promise<string> {
  const { signed } = decision
  if (signed !== null)
    return canonical(await signatureOf(env, session, purpose, decisionFacts(session, decision), signed, refused))
  if (env.config.approvals === 'passkey')
    throw refused(
      'passkey_required',
      'Decisions must be signed with a passkey here. Add a passkey to your account, and decide in the browser.',
    )
  const { id, method, factorAt } = session
  return canonical({ method, session: id, factor_at: factorAt.toISOString() })
}

const refused = (reason: string, sentence: string) => new ApiError('approval_refused', { reason }, sentence)
