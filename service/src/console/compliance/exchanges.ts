import {
  decideExchangeCall,
  exchangeCall,
  exchangesCall,
  retryExchangeCall,
} from '@specie/protocol/console/exchanges.ts'
import { decideInquiry, retryMessage } from '../../compliance/travel-rule/decide.ts'
import { exchangeView, listExchanges } from '../../compliance/travel-rule/list.ts'
import { byPerson } from '../../people/by.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { whole, withNames } from '../list-pages.ts'

/** Exchanges of the Travel Rule, and the decisions about inquiries in doubt. */
export function exchangeRoutes(routes: PeopleRoutes): void {
  routes.mount(exchangesCall, async ({ db }, _session, request) => withNames(db, await listExchanges(db, request)))
  routes.mount(exchangeCall, async (env, _session, { id }) => {
    const { items } = await withNames(env.db, whole([await exchangeView(env, id)]))
    return items[0]!
  })
  routes.mount(decideExchangeCall, async (env, session, { id, decision, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    const state = await env.db.tx((tx) => decideInquiry(env, tx, id, decision, by))
    return { exchangeid: id, state }
  })
  routes.mount(retryExchangeCall, async (env, session, { id, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    return { exchangeid: id, due: await env.db.tx((tx) => retryMessage(env, tx, id, by)) }
  })
}
