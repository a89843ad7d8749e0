import {
  institutions,
  inviteInstitution as inviteCall,
  proposeOffboarding,
  suspendInstitution,
} from '@specie/protocol/people/kyb-calls.ts'
import { suspend } from '../institutions/kyb/decide.ts'
import { inviteInstitution } from '../institutions/kyb/invite.ts'
import { listInstitutions } from '../institutions/kyb/list.ts'
import { lockCase } from '../institutions/kyb/row.ts'
import { byPerson } from '../people/person/by.ts'
import type { PeopleRoutes } from '../portal/serve.ts'
import type { Propose } from './kyb.ts'

// Institutions, for staff: who they are, and who may come and go.

export function institutionRoutes(routes: PeopleRoutes, propose: Propose): void {
  routes.mount(institutions, (env, _session, request) => listInstitutions(env, request))

  routes.mount(inviteCall, async (env, session, { name, channel, admin_email, admin_name }, visit) => {
    const by = byPerson(env, session, visit, 'invited')
    const invitation = { name, channel, admin: { email: admin_email, name: admin_name } }
    const { institutionId, personId } = await env.db.tx((tx) => inviteInstitution(env, tx, invitation, by))
    return { institutionid: institutionId, person_id: personId }
  })

  routes.mount(suspendInstitution, async (env, session, { id, reason }, visit) => {
    await env.db.tx((tx) => suspend(tx, id, byPerson(env, session, visit, reason)))
    return { result: 'ok' as const }
  })

  routes.mount(proposeOffboarding, async (env, session, { id, reason }) => ({
    approval_id: await env.db.tx(async (tx) => {
      const { institution_id: subject } = await lockCase(tx, id)
      const payload = { institutionid: subject }
      return propose(env, tx, session, { kind: 'institution.offboard', subject, payload, reason })
    }),
  }))
}
