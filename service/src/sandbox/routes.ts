import type { Env } from '../base/env.ts'
import { requireTokenOrLocal } from '../base/http/guard.ts'
import type { App } from '../base/http/shell.ts'
import { addressRoutes } from './addresses.ts'
import { bankAccountRoutes } from './bankaccounts.ts'
import { chainRoutes } from './control/chains.ts'
import type { Levers } from './advance.ts'
import { clockRoutes } from './clock.ts'
import { counterpartRoutes } from './control/counterparts.ts'
import { depositRoutes } from './control/deposits.ts'
import { explorerRoutes } from './explorer/routes.ts'
import { holdRoutes } from './holds.ts'
import { institutionRoutes } from './institutions.ts'
import { limitRoutes } from './limits.ts'
import { listRoutes } from './lists.ts'
import { liquidityRoutes } from './liquidity.ts'
import { personRoutes } from './persons.ts'
import { railRoutes } from './rails.ts'
import { rateRoutes } from './rates.ts'
import { reviewRoutes } from './review.ts'
import { ruleRoutes } from './rules.ts'
import { scenarioRoutes } from './scenario/routes.ts'
import { vaspRoutes } from './control/vasp.ts'
import { wireRoutes } from './control/wires.ts'

/** Controls of UAT for tests and demos. They act through the real flows; production does not have them. */
export function sandboxRoutes(app: App, env: Env, levers: Levers | null): void {
  if (!env.config.sandbox.enabled || levers === null) return
  void app.register(async (sandbox) => {
    sandbox.addHook('onRequest', async (request) => requireTokenOrLocal(env.config.sandbox.token, request))
    institutionRoutes(sandbox, env)
    personRoutes(sandbox, env)
    clockRoutes(sandbox, env, levers)
    chainRoutes(sandbox, env)
    explorerRoutes(sandbox, env)
    wireRoutes(sandbox, env)
    bankAccountRoutes(sandbox, env)
    addressRoutes(sandbox, env)
    depositRoutes(sandbox, env)
    counterpartRoutes(sandbox, env)
    vaspRoutes(sandbox, env)
    holdRoutes(sandbox, env)
    limitRoutes(sandbox, env)
    listRoutes(sandbox, env)
    reviewRoutes(sandbox, env)
    ruleRoutes(sandbox, env)
    liquidityRoutes(sandbox, env)
    railRoutes(sandbox, env)
    rateRoutes(sandbox, env)
    scenarioRoutes(sandbox, env)
  })
}
