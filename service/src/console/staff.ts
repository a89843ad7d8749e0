import * as calls from '@specie/protocol/people/account/persons.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { requestApproval } from '../people/approval/request.ts'
import { decidingAmong, type GiveRole, hasDecidingRole } from '../people/person/deciding-roles.ts'
import { assertCompatible, invite, listPeople, newLink, setRoles } from '../people/person/manage.ts'
import { findPerson, type Person } from '../people/person/row.ts'
import type { Session } from '../people/session/session.ts'
import { adminOf, linkOf, moved, personViewOf } from '../portal/members.ts'
import type { Handler, PeopleRoutes } from '../portal/serve.ts'

/** Staff. Roles that decide on requests of others are asked for here and given when a second person approves. */
export function staffRoutes({ mount }: PeopleRoutes): void {
  mount(calls.listStaff, async (env, { person }) => ({
    items: (await listPeople(env.db, person)).map(personViewOf),
    next_cursor: null,
  }))
  mount(calls.inviteStaff, inviteStaff)
  mount(calls.setStaffRoles, setStaffRoles)
  mount(calls.linkStaff, async (env, session, { id, reason }, visit) => {
    const mayHaveOne = (person: Person) => !hasDecidingRole(person)
    return linkOf(env, visit, await newLink(env, adminOf(session, visit, reason), id, mayHaveOne))
  })
  mount(calls.suspendStaff, moved('suspend'))
  mount(calls.reinstateStaff, moved('reinstate'))
  mount(calls.removeStaff, moved('remove'))
}

const without = (roles: readonly StaffRole[], others: readonly StaffRole[]): StaffRole[] =>
  roles.filter((role) => !others.includes(role))

const inviteStaff: Handler<typeof calls.inviteStaff> = async (env, session, { email, name, roles, reason }, visit) => {
  assertCompatible('staff', roles)
  const deciding = decidingAmong(roles)
  return env.db.tx(async (tx) => {
    const admin = adminOf(session, visit, reason)
    const link = await invite(env, tx, admin, { email, name, roles: without(roles, deciding) })
    const approval = deciding.length === 0 ? null : await askFor(env, tx, session, { person: link.id, roles }, reason)
    return { id: link.id, ...linkOf(env, visit, link), approval }
  })
}

const setStaffRoles: Handler<typeof calls.setStaffRoles> = async (env, session, { id, roles, reason }, visit) => {
  assertCompatible('staff', roles)
  return env.db.tx(async (tx) => {
    const before = (await findPerson(tx, id))?.roles ?? []
    const asked = decidingAmong(roles).filter((role) => !before.includes(role))
    await setRoles(env, tx, adminOf(session, visit, reason), id, without(roles, asked))
    return { approval: asked.length === 0 ? null : await askFor(env, tx, session, { person: id, roles }, reason) }
  })
}

/** Asks for a second person; returns the id of the request. */
async function askFor(env: Env, tx: Tx, session: Session, payload: GiveRole, reason: string): Promise<string> {
  const request = { kind: 'staff.give_role', subject: payload.person, payload, reason } as const
  return (await requestApproval(env, tx, session, request)).id
}
