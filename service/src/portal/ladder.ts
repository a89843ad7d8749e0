import { accountBalance } from '@specie/protocol/endpoints/account.ts'
import { ladderCall } from '@specie/protocol/portal/ladder.ts'
import { gateInstitution } from '../access/gate.ts'
import { standingOfInstitution } from '../onboarding/standing.ts'
import { ladderOf } from '../trading/market/quotes.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'

export const ladderRoute = (routes: PeopleRoutes): void =>
  routes.mount(ladderCall, async (env, session, { symbol }) => {
    gateInstitution(await standingOfInstitution(env.db, session.person.institutionId!), accountBalance.needs)
    return ladderOf(env, symbol)
  })
