import { pullSwitchCall, switchesCall } from '@specie/protocol/console/switches.ts'
import { pairOfSwitch, switches } from '@specie/protocol/switches.ts'
import { pulledNow, pullSwitch } from '../../compliance/switch/row.ts'
import { actorNames } from '../../directory/actor-names.ts'
import { byPerson } from '../../people/by.ts'
import { haltedPairs } from '../../trading/market/list-for-staff.ts'
import { haltPair } from '../../trading/market/switch-pair.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { whole } from '../list-pages.ts'

/** Everything that can be stopped, for staff. Two people lift a switch. See console/approvals.ts. */
export function switchRoutes(routes: PeopleRoutes): void {
  routes.mount(switchesCall, async ({ db }) => {
    const pulled = await pulledNow(db)
    const names = await actorNames(
      db,
      pulled.map(({ actor }) => actor),
    )
    const shown = [
      ...pulled.map(({ what, reason, actor, at }) => ({
        what,
        pulled: { reason, actor: names.get(actor) ?? actor, since: at.toISOString() },
      })),
      ...(await haltedPairs(db)).map(({ symbol, reason, since }) => ({
        what: `pair:${symbol}`,
        pulled: { reason, actor: null, since: since.toISOString() },
      })),
    ]
    const of = new Map(shown.map((one) => [one.what, one.pulled]))
    return whole(switches.map((one) => ({ ...one, pulled: of.get(one.what) ?? null })))
  })

  routes.mount(pullSwitchCall, async (env, session, { what, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    const symbol = pairOfSwitch(what)
    const changed = await (symbol === null ? env.db.tx((tx) => pullSwitch(tx, what, by)) : haltPair(env, symbol, by))
    return { what, changed }
  })
}
