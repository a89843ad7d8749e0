import { keyActor } from '../directory/actor.ts'
import { actorOf } from '../directory/person.ts'
import type { Session } from '../people/session/session.ts'

/** Who asks a product for something: a key by a signed call, or a person in the portal. Products do the same for both (ADR 55). */
export type Caller = {
  readonly institutionId: string
  /** The name in histories and audit entries. */
  readonly actor: string
  /** The key, or the person's session: what may wait for events only so many times. */
  readonly id: string
  /** The products whose agreement is active. */
  readonly agreements: readonly string[]
  readonly asks: Asks
}

/** How a second person is asked: the database knows a key by its id, and a person by the token of a live session. */
export type Asks = { readonly keyId: string } | { readonly session: Pick<Session, 'token'> }

export const byKey = (key: { id: string; institutionId: string }, agreements: readonly string[]): Caller => ({
  institutionId: key.institutionId,
  actor: keyActor(key.id),
  id: key.id,
  agreements,
  asks: { keyId: key.id },
})

export const byMember = (session: Session, agreements: readonly string[]): Caller => ({
  institutionId: session.person.institutionId!,
  actor: actorOf(session.person),
  id: session.id,
  agreements,
  asks: { session },
})
