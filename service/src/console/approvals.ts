import type { Json } from '@specie/protocol/encoding/json.ts'
import { consoleApprovals, proposals } from '@specie/protocol/console/approvals.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { findApproval } from '../people/approval/list.ts'
import { requestApproval } from '../people/approval/request.ts'
import { approvalView } from '../people/approval/view.ts'
import { mountApprovals } from '../web-api/approvals.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'

/** Requests that wait for a second member of staff, and requests that staff can make. */
export function consoleApprovalRoutes(routes: PeopleRoutes): void {
  mountApprovals(routes, consoleApprovals)
  for (const { kind, call } of proposals) {
    routes.mount(call, async (env, session, { reason, ...payload }) => {
      const subject = String(payload[payloads[kind].subject])
      const request = { kind, subject, payload: payload as Json, reason: String(reason) }
      const { id } = await env.db.tx((tx) => requestApproval(env, tx, session, request))
      return approvalView(env, await findApproval(env.db, session, id))
    })
  }
}
