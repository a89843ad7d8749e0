import { retryDepositCall, waitingDepositsCall } from '@specie/protocol/console/deposits.ts'
import { byPerson } from '../../people/by.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { retryCollection } from '../../transfers/deposit/collect.ts'
import { waitingDeposits } from '../../transfers/deposit/list-for-staff.ts'
import { withNames } from '../list-pages.ts'

export function depositRoutes(routes: PeopleRoutes): void {
  routes.mount(waitingDepositsCall, async (env, _session, request) =>
    withNames(env.db, await waitingDeposits(env.db, request)),
  )
  routes.mount(retryDepositCall, async (env, session, { id, reason }, visit) => {
    await env.db.tx((tx) => retryCollection(env, tx, id, byPerson(env, session, visit, reason)))
    return { depositid: id }
  })
}
