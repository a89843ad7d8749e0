import { holdCall, holdsCall, placeHoldCall } from '@specie/protocol/people/holds.ts'
import { placeHold } from '../compliance/holds.ts'
import { findHold, listHolds } from '../compliance/list-holds.ts'
import { actorOf } from '../people/person/row.ts'
import type { PeopleRoutes } from '../portal/serve.ts'
import { whole, withNames } from './lists.ts'

/** Holds, for staff. They are ended by two people: see console/approvals.ts. */
export function staffHoldRoutes(routes: PeopleRoutes): void {
  routes.mount(holdsCall, async (env, _session, request) => withNames(env.db, await listHolds(env.db, request)))
  routes.mount(holdCall, async (env, _session, { id }) => {
    const { items } = await withNames(env.db, whole([await findHold(env.db, id)]))
    return items[0]!
  })
  routes.mount(placeHoldCall, (env, session, { institutionid: institutionId, on, reason }, { ip }) => {
    const request = { institutionId, on, reason, from: { session: session.id, ip } }
    return env.db.tx((tx) => placeHold(env, tx, request, actorOf(session.person)))
  })
}
