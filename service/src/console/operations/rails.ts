import {
  closeRailCall,
  railPaymentsCall,
  railsCall,
  retryPaymentCall,
  suspendRailCall,
} from '@specie/protocol/console/rails.ts'
import type { Env } from '../../base/env.ts'
import { byPerson } from '../../people/by.ts'
import type { Session } from '../../people/session/session.ts'
import type { PeopleRoutes, Visit } from '../../web-api/routes.ts'
import { paymentsForStaff } from '../../rails/payment/list-for-staff.ts'
import { resumePayment } from '../../rails/processing/resume.ts'
import { railsForStaff } from '../../rails/rail/list-for-staff.ts'
import { closeRail, suspendRail } from '../../rails/rail/suspend.ts'
import { withNames } from '../list-pages.ts'

/** Payment rails, for staff. Two people resume a suspended one. See console/approvals.ts. */
export function staffRailRoutes(routes: PeopleRoutes): void {
  routes.mount(railsCall, async (env, _session, request) => withNames(env.db, await railsForStaff(env.db, request)))
  routes.mount(railPaymentsCall, async (env, _session, request) =>
    withNames(env.db, await paymentsForStaff(env.db, request)),
  )
  routes.mount(suspendRailCall, changing(suspendRail))
  routes.mount(closeRailCall, changing(closeRail))
  routes.mount(retryPaymentCall, async (env, session, { id, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    return { paymentid: id, state: await env.db.tx((tx) => resumePayment(env, tx, id, by)) }
  })
}

const changing =
  (change: typeof suspendRail) =>
  async (env: Env, session: Session, { id, reason }: { id: string; reason: string }, visit: Visit) => {
    const by = byPerson(env, session, visit, reason)
    return { railid: id, state: await env.db.tx((tx) => change(tx, id, by)) }
  }
