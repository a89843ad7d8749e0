import { portalApprovals } from '@specie/protocol/portal/approvals.ts'
import { mountApprovals } from '../web-api/approvals.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'

/** Requests that wait for a second person of the institution. */
export const portalApprovalRoutes = (routes: PeopleRoutes): void => mountApprovals(routes, portalApprovals)
