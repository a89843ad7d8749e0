import * as calls from '@specie/protocol/portal/members.ts'
import { invite, setRoles } from '../people/person/manage.ts'
import { adminOf, listedPeople, madeLinkOf, moveHandler, newLinkFor } from '../web-api/manage-people.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'

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
    const approval = await env.db.tx((tx) => setRoles(env, tx, adminOf(session, visit, reason), id, roles))
    return { ...ok, ...approval }
  })
  mount(calls.linkMember, newLinkFor)
  mount(calls.suspendMember, moveHandler('suspend'))
  mount(calls.reinstateMember, moveHandler('reinstate'))
  mount(calls.removeMember, moveHandler('remove'))
}
