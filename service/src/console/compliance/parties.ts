import { partiesCall, partyCall } from '@specie/protocol/console/parties.ts'
import { explained } from '../../compliance/screening/explain.ts'
import { readHits } from '../../compliance/screening/hits.ts'
import { findParty, listParties } from '../../compliance/screening/list-parties.ts'
import { institutionName } from '../../directory/institutions.ts'
import { noteRead } from '../../onboarding/kyb/reads.ts'
import { byPerson } from '../../people/by.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { withNames } from '../list-pages.ts'
import { hitView } from './case-parts.ts'

/** Registered parties with matches, for staff. Two people decide on them. See console/approvals.ts. */
export function partyRoutes(routes: PeopleRoutes): void {
  routes.mount(partiesCall, async ({ db }, _session, request) => withNames(db, await listParties(db, request)))
  routes.mount(partyCall, async (env, session, { id, visit: opened }, visit) => {
    const { hash, ...party } = await findParty(env, env.db, id)
    if (party.kind === 'person') await noteRead(env, party.institutionid, byPerson(env, session, visit, 'read'), opened)
    const hits = await explained(env.db, await readHits(env, env.db, 'h.party_hash = $1', [hash]), () => null)
    return { ...party, institution: await institutionName(env.db, party.institutionid), hits: hits.map(hitView) }
  })
}
