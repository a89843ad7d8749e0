import { holdCall, holdsCall, placeHoldCall } from '@specie/protocol/console/holds.ts'
import type { Sql } from '../../base/database/db.ts'
import { holdAndReport } from '../../stopping/place.ts'
import { findHold, type ListedHold, listHolds } from '../../compliance/list-holds.ts'
import { actorNames } from '../../directory/actor-names.ts'
import { actorOf } from '../../directory/person.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { whole, withNames } from '../list-pages.ts'

/** Holds, for staff. Two people end them. See console/approvals.ts. */
export function staffHoldRoutes(routes: PeopleRoutes): void {
  routes.mount(holdsCall, async ({ db }, _session, request) => {
    const { items, next_cursor } = await withNames(db, await listHolds(db, request))
    return { items: await withDecidersNames(db, items), next_cursor }
  })
  routes.mount(holdCall, async (env, _session, { id }) => {
    const { items } = await withNames(env.db, whole([await findHold(env.db, id)]))
    return (await withDecidersNames(env.db, items))[0]!
  })
  routes.mount(placeHoldCall, (env, session, { institutionid: institutionId, on, reason }, { ip }) => {
    const request = { institutionId, on, reason, from: { session: session.id, ip } }
    return env.db.tx((tx) => holdAndReport(env, tx, request, actorOf(session.person)))
  })
}

type Deciders = Pick<ListedHold, 'placed_by' | 'maker' | 'checker'>

/** Holds with the names of the people who placed and ended them. */
export async function withDecidersNames<H extends Deciders>(sql: Sql, holds: readonly H[]) {
  const names = await actorNames(
    sql,
    holds.flatMap(({ placed_by, maker, checker }) => [placed_by, maker ?? '', checker ?? '']),
  )
  const nameOf = (actor: string | null): string | null => names.get(actor ?? '') ?? null
  return holds.map((hold) => ({
    ...hold,
    placed_by_name: nameOf(hold.placed_by),
    maker_name: nameOf(hold.maker),
    checker_name: nameOf(hold.checker),
  }))
}
