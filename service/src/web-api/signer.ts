import type { Signer } from '../onboarding/agreement/row.ts'
import type { Session } from '../people/session/session.ts'
import type { Visit } from './routes.ts'

/** The person of a session as the signer of an agreement, for either side. */
export const signerOf = (session: Session, { ip }: Visit, method: Signer['method']): Signer => ({
  method,
  name: session.person.name,
  person: session.person.id,
  session: session.id,
  factor: session.method,
  factor_at: session.factorAt.toISOString(),
  ip,
})
