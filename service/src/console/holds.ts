import { holdCall, holdsCall, placeHoldCall } from '@specie/protocol/people/holds.ts'
import type { Sql } from '../base/database/db.ts'
import { placeHold } from '../compliance/holds.ts'
import { findHold, type ListedHold, listHolds } from '../compliance/list-holds.ts'
import { institutionNames } from '../institutions/names.ts'
import { actorOf } from '../people/person/row.ts'
import type { PeopleRoutes } from '../portal/serve.ts'

/** Holds, for staff. They are ended by two people: see console/approvals.ts. */
export function staffHoldRoutes(routes: PeopleRoutes): void {
  routes.mount(holdsCall, async (env, _session, request) => {
    const { items, next_cursor } = await listHolds(env.db, request)
    return { items: await named(env.db, items), next_cursor }
  })
  routes.mount(holdCall, async (env, _session, { id }) => {
    const [hold] = await named(env.db, [await findHold(env.db, id)])
    return hold!
  })
  routes.mount(placeHoldCall, (env, session, { institutionid: institutionId, on, reason }, { ip }) => {
    const request = { institutionId, on, reason, from: { session: session.id, ip } }
    return env.db.tx((tx) => placeHold(env, tx, request, actorOf(session.person)))
  })
}

async function named(sql: Sql, holds: readonly ListedHold[]) {
  const names = await institutionNames(
    sql,
    holds.map(({ institutionid }) => institutionid),
  )
  return holds.map((hold) => ({ ...hold, institution: names.get(hold.institutionid) ?? '' }))
}
