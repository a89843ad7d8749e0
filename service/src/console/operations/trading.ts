import { haltPairCall, pairBookCall, pairsCall, venuesCall } from '@specie/protocol/console/trading.ts'
import { byPerson } from '../../people/by.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { pairsForStaff } from '../../trading/market/list-for-staff.ts'
import { bookOf } from '../../trading/market/quotes.ts'
import { listVenues } from '../../trading/market/register-venue.ts'
import { haltPair } from '../../trading/market/switch-pair.ts'
import { whole, withNames } from '../list-pages.ts'

/** The market, for staff. Two people resume a halted pair. See console/approvals.ts. */
export function staffTradingRoutes(routes: PeopleRoutes): void {
  routes.mount(pairsCall, async (env) => whole(await pairsForStaff(env)))
  routes.mount(pairBookCall, (env, _session, { symbol }) => bookOf(env, symbol))
  routes.mount(haltPairCall, async (env, session, { symbol, reason }, visit) => {
    const changed = await haltPair(env, symbol, byPerson(env, session, visit, reason))
    return { symbol, state: 'halted' as const, changed }
  })
  routes.mount(venuesCall, async (env) => withNames(env.db, whole(await listVenues(env.db))))
}
