import * as calls from '@specie/protocol/console/staff.ts'
import { invite, setRoles } from '../people/person/manage.ts'
import { adminOf, listedPeople, madeLinkOf, moveHandler, newLinkFor } from '../web-api/manage-people.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'

/** Staff. Roles and links that need two people are requested here, and granted with the approval. */
export function staffRoutes({ mount }: PeopleRoutes): void {
  mount(calls.listStaff, listedPeople)
  mount(calls.inviteStaff, async (env, session, { reason, ...invitation }, visit) => {
    const { id, approval, ...link } = await env.db.tx((tx) =>
      invite(env, tx, adminOf(session, visit, reason), invitation),
    )
    return { id, approval, ...madeLinkOf(env, visit, link) }
  })
  mount(calls.setStaffRoles, (env, session, { id, roles, reason }, visit) =>
    env.db.tx((tx) => setRoles(env, tx, adminOf(session, visit, reason), id, roles)),
  )
  mount(calls.linkStaff, newLinkFor)
  mount(calls.suspendStaff, moveHandler('suspend'))
  mount(calls.reinstateStaff, moveHandler('reinstate'))
  mount(calls.removeStaff, moveHandler('remove'))
}
