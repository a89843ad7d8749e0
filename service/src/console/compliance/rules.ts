import {
  discardRuleCall,
  ruleCall,
  rulesCall,
  shadowRuleCall,
  tryRuleCall,
  writeRuleCall,
} from '@specie/protocol/console/rules.ts'
import { discard, runInShadow, writeVersion } from '../../compliance/rule/change.ts'
import { listVersions, showRule, tryVersion, versionView } from '../../compliance/rule/list.ts'
import { byPerson } from '../../people/by.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'

/** Monitoring rules. Two people activate and retire them (approvals.ts). */
export function ruleRoutes(routes: PeopleRoutes): void {
  routes.mount(rulesCall, async (env) => ({ versions: await listVersions(env, null) }))
  routes.mount(ruleCall, (env, _session, { id }) => showRule(env, id))
  routes.mount(tryRuleCall, (env, _session, request) => tryVersion(env, request))
  routes.mount(writeRuleCall, async (env, session, { reason, ...asked }, visit) => {
    const by = byPerson(env, session, visit, reason)
    return versionView(await env.db.tx((tx) => writeVersion(env, tx, asked, by)))
  })
  routes.mount(shadowRuleCall, async (env, session, { id, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    return versionView(await env.db.tx((tx) => runInShadow(tx, id, by)))
  })
  routes.mount(discardRuleCall, async (env, session, { id, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    return versionView(await env.db.tx((tx) => discard(tx, id, by)))
  })
}
