import type { Output } from '../../api/call.ts'

/** A request that waits for a second person, or has been decided; the same on both sides. */
export type Approval = Output<'consoleApproval' | 'portalApproval'>
