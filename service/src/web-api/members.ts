import * as calls from '@specie/protocol/portal/members.ts'
import type { ListedPerson, MadeLink, Move } from '../people/person/manage.ts'
import { invite, listPeople, moveOther, newLink, setRoles } from '../people/person/manage.ts'
import { linkAddress, type NewLink } from '../people/person/link.ts'
import type { Session } from '../people/session/session.ts'
import { ownOrigin } from './origin.ts'
import type { PeopleRoutes, Visit } from './routes.ts'
import type { Env } from '../base/env.ts'

const ok = { result: 'ok' } as const

/** The people of an institution. */
export function memberRoutes({ mount }: PeopleRoutes): void {
  mount(calls.listMembers, listedPeople)
  mount(calls.inviteMember, async (env, session, invitation, visit) => {
    const { id, approval, ...link } = await env.db.tx((tx) =>
      invite(env, tx, adminOf(session, visit, 'invited'), invitation),
    )
    return { id, approval, ...madeLinkOf(env, visit, link) }
  })
  mount(calls.setMemberRoles, async (env, session, { id, roles, reason }, visit) => {
    const asked = await env.db.tx((tx) => setRoles(env, tx, adminOf(session, visit, reason), id, roles))
    return { ...ok, ...asked }
  })
  mount(calls.linkMember, newLinkFor)
  mount(calls.suspendMember, moved('suspend'))
  mount(calls.reinstateMember, moved('reinstate'))
  mount(calls.removeMember, moved('remove'))
}

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
  link: link && {
    purpose: link.purpose,
    usable_from: link.usable_from && new Date(link.usable_from).toISOString(),
    expires_at: new Date(link.expires_at).toISOString(),
  },
})

export const linkOf = (env: Env, { request, side }: Visit, { token, expiresAt }: NewLink) => ({
  link: linkAddress(ownOrigin(request, env.config) ?? '', side, token),
  expires_at: expiresAt.toISOString(),
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

type Because = { id: string; reason: string }

export const newLinkFor = async (env: Env, session: Session, { id, reason }: Because, visit: Visit) =>
  madeLinkOf(env, visit, await newLink(env, adminOf(session, visit, reason), id))

/** The handler that moves a person to another state. */
export const moved =
  (event: Move) =>
  async (env: Env, session: Session, { id, reason }: Because, visit: Visit) => {
    await moveOther(env, adminOf(session, visit, reason), id, event)
    return ok
  }
