import { callsOf } from '../web-api/approvals.ts'

export const portalApprovals = callsOf('portal', 'requests.read', 'requests.decide')
