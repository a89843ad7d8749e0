import { keyActor } from '../directory/actor.ts'
import { actorOf } from '../directory/person.ts'
import type { Session } from '../people/session/session.ts'

/** The caller of a product: a key by a signed call, or a person in the portal. Products treat both alike (ADR 55). */
export type Caller = {
  readonly institutionId: string
  /** The name in histories and audit entries. */
  readonly actor: string
  /** The key, or the person's session. Its concurrent waits for events are limited. */
  readonly id: string
  /** The products whose agreement is active. */
  readonly agreements: readonly string[]
  readonly identity: CallerIdentity
}

/**
 * The identity for approval requests. The database knows a key by its id, and a person by the token of a live session.
 */
export type CallerIdentity = { readonly keyId: string } | { readonly session: Pick<Session, 'token'> }

export const byKey = (key: { id: string; institutionId: string }, agreements: readonly string[]): Caller => ({
  institutionId: key.institutionId,
  actor: keyActor(key.id),
  id: key.id,
  agreements,
  identity: { keyId: key.id },
})

export const byMember = (session: Session, agreements: readonly string[]): Caller => ({
  institutionId: session.person.institutionId!,
  actor: actorOf(session.person),
  id: session.id,
  agreements,
  identity: { session },
})
