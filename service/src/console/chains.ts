import { burnsCall, chainsCall, contractsCall, mintHaltsCall } from '@specie/protocol/people/chains.ts'
import { burnsForStaff, chainsForStaff, contractsForStaff, haltsForStaff } from '../chains/list-for-staff.ts'
import type { PeopleRoutes } from '../portal/serve.ts'
import { whole } from './lists.ts'

export function chainRoutes(routes: PeopleRoutes): void {
  routes.mount(chainsCall, async (env) => whole(await chainsForStaff(env.db)))
  routes.mount(contractsCall, async (env) => whole(await contractsForStaff(env.db)))
  routes.mount(mintHaltsCall, async (env) => whole(await haltsForStaff(env.db)))
  routes.mount(burnsCall, (env, _session, request) => burnsForStaff(env.db, request))
}
