import {
  burnsCall,
  chainOperationsCall,
  chainsCall,
  contractsCall,
  haltMintCall,
  mintHaltsCall,
  allowListsCall,
  supplyCall,
} from '@specie/protocol/console/chains.ts'
import { badRequest } from '../../base/http/errors.ts'
import {
  burnsForStaff,
  chainsForStaff,
  contractsForStaff,
  haltsForStaff,
  operationsForStaff,
  allowListsForStaff,
  suppliesForStaff,
} from '../../chains/list-for-staff.ts'
import { pullSwitch } from '../../compliance/switch/row.ts'
import { byPerson } from '../../people/by.ts'
import { actorNames } from '../../directory/actor-names.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { isCoin } from '../../ledger/coin.ts'
import { whole } from '../list-pages.ts'

/** Chains, for staff. Two people resume the minting of a coin. See console/approvals.ts. */
export function chainRoutes(routes: PeopleRoutes): void {
  routes.mount(chainsCall, async (env) => whole(await chainsForStaff(env.db)))
  routes.mount(contractsCall, async (env) => whole(await contractsForStaff(env.db)))
  routes.mount(supplyCall, async (env) => whole(await suppliesForStaff(env.db)))
  routes.mount(allowListsCall, async (env) => whole(await allowListsForStaff(env.db)))
  routes.mount(mintHaltsCall, async (env) => {
    const halts = await haltsForStaff(env.db)
    const names = await actorNames(
      env.db,
      halts.map(({ actor }) => actor),
    )
    return whole(halts.map((halt) => ({ ...halt, actor: names.get(halt.actor) ?? halt.actor })))
  })
  routes.mount(burnsCall, (env, _session, request) => burnsForStaff(env.db, request))
  routes.mount(chainOperationsCall, (env, _session, request) => operationsForStaff(env.db, request))
  routes.mount(haltMintCall, async (env, session, { asset, reason }, visit) => {
    if (!isCoin(asset))
      throw badRequest('asset', `${asset} is not one of our coins, so it has no minting to halt.`, 'asset')
    const by = byPerson(env, session, visit, reason)
    return { asset, changed: await env.db.tx((tx) => pullSwitch(tx, `mint:${asset}`, by)) }
  })
}
