import type { Output } from '../../api/call.ts'

export type Approval = Output<'consoleApproval'>
