import type { ListedPerson, MadeLink, Move } from '../people/person/manage.ts'
import { listPeople, moveOther, newLink } from '../people/person/manage.ts'
import { linkAddress } from '../people/person/link.ts'
import type { Session } from '../people/session/session.ts'
import { ownOrigin } from './origin.ts'
import type { Visit } from './routes.ts'
import type { Env } from '../base/env.ts'

const ok = { result: 'ok' } as const

export const adminOf = (session: Session, { ip, agent }: Visit, reason: string) => ({
  session,
  from: { ip, agent },
  reason,
})

export const personViewOf = ({ id, name, email, state, roles, createdAt, lastSeenAt, link }: ListedPerson) => ({
  id,
  name,
  email,
  state,
  roles: [...roles],
  created_at: createdAt.toISOString(),
  last_seen_at: lastSeenAt?.toISOString() ?? null,
  open_link: link && {
    purpose: link.purpose,
    usable_from: link.usable_from && new Date(link.usable_from).toISOString(),
    expires_at: new Date(link.expires_at).toISOString(),
  },
})

/** `link_approval`: the request that releases the second half of the link; null: the link is complete. */
export const madeLinkOf = (env: Env, { request, side }: Visit, made: MadeLink) => ({
  link: linkAddress(ownOrigin(request, env.config) ?? '', side, made.token),
  expires_at: 'expiresAt' in made ? made.expiresAt.toISOString() : null,
  link_approval: 'linkApproval' in made ? made.linkApproval : null,
})

/** The people of one's own side. */
export const listedPeople = async (env: Env, { person }: Session) => ({
  items: (await listPeople(env.db, person)).map(personViewOf),
  next_cursor: null,
})

type WithReason = { id: string; reason: string }

export const newLinkFor = async (env: Env, session: Session, { id, reason }: WithReason, visit: Visit) =>
  madeLinkOf(env, visit, await newLink(env, adminOf(session, visit, reason), id))

/** The handler that moves a person to another state. */
export const moveHandler =
  (event: Move) =>
  async (env: Env, session: Session, { id, reason }: WithReason, visit: Visit) => {
    await moveOther(env, adminOf(session, visit, reason), id, event)
    return ok
  }
