import type { Output } from '../../api/call.ts'
import { isConsole } from '../../api/side.ts'

/** A request that waits for a second person, or has been decided; the same on both sides. */
export type Approval = Output<'consoleApprovals' | 'portalApprovals'>['items'][number]

/** The same with its subject, and the people who can decide. */
export type ShownApproval = Output<'consoleApproval' | 'portalApproval'>

export type Fact = ShownApproval['facts'][number]

/** Both sides have the same calls. */
export const approvalCalls = isConsole
  ? ({
      list: 'consoleApprovals',
      show: 'consoleApproval',
      decide: 'consoleDecideApproval',
      challenge: 'consoleApprovalChallenge',
      withdraw: 'consoleWithdrawApproval',
    } as const)
  : ({
      list: 'portalApprovals',
      show: 'portalApproval',
      decide: 'portalDecideApproval',
      challenge: 'portalApprovalChallenge',
      withdraw: 'portalWithdrawApproval',
    } as const)
