import type { PendingFault } from '../pending-faults.ts'

/** Faults of a venue's next executions that can be requested, and what they mean. */
export const withExecutions = {
  kill: 'the execution is killed',
  hang_up: 'the execution is accepted, and the connection ends without an answer',
  late: 'the execution is accepted, and answered after `seconds`',
  lose: 'the execution is not accepted, and the connection ends without an answer',
  error: 'the execution is not accepted, and the answer is an error of ours',
} as const

/** Faults of its stream that can be requested, effective at once. */
export const withStream = {
  stale: 'for `seconds` the stream stays open and silent',
  disconnect: 'the streams are closed, and none opens for `seconds`',
} as const

export type Misbehaviour = keyof typeof withExecutions

export type PendingVenueFault = PendingFault<Misbehaviour>

export const usualSeconds = { late: 3, stale: 5, disconnect: 5 } as const
