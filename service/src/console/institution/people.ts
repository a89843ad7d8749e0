import * as calls from '@specie/protocol/console/members.ts'
import { assertInstitution, institutionName } from '../../directory/institutions.ts'
import { endSessionsOf, inviteAgain, requestRecovery } from '../../people/person/by-staff.ts'
import { findMember, listPeople } from '../../people/person/manage.ts'
import { adminOf, madeLinkOf, personViewOf } from '../../web-api/manage-people.ts'
import type { PeopleRoutes, Visit } from '../../web-api/routes.ts'

/** The people of an institution, for staff. */
export function institutionPeopleRoutes({ mount }: PeopleRoutes): void {
  mount(calls.institutionPeople, async ({ db }, _session, { id: institutionId }) => {
    await assertInstitution(db, institutionId)
    const people = await listPeople(db, { side: 'institution', institutionId })
    return { items: people.map(personViewOf), next_cursor: null }
  })
  mount(calls.institutionMember, async ({ db }, _session, { id }) => {
    const person = await findMember(db, id)
    const { institutionId: institutionid } = person
    return { ...personViewOf(person), institutionid, institution: await institutionName(db, institutionid) }
  })
  mount(calls.linkInstitutionMember, async (env, session, { id, reason }, visit) =>
    madeLinkOf(env, theirs(visit), await inviteAgain(env, adminOf(session, visit, reason), id)),
  )
  mount(calls.recoverInstitutionMember, async (env, session, { id, reason }, visit) =>
    madeLinkOf(env, theirs(visit), await requestRecovery(env, adminOf(session, visit, reason), id)),
  )
  mount(calls.endInstitutionMemberSessions, async (env, session, { id, reason }, visit) => {
    const ended = await endSessionsOf(env, adminOf(session, visit, reason), id)
    return { result: 'ok' as const, ended }
  })
}

/** Their link opens the portal. */
const theirs = (visit: Visit): Visit => ({ ...visit, side: 'institution' })
