import type { Wish } from '../wishes.ts'

/** What a venue can be told to do wrong with its next executions, and what that means. */
export const withExecutions = {
  kill: 'the execution is killed',
  hang_up: 'the execution is taken, and the connection ends without an answer',
  late: 'the execution is taken, and answered after `seconds`',
  lose: 'the execution is not taken, and the connection ends without an answer',
  error: 'the execution is not taken, and the answer is an error of ours',
} as const

/** What it can be told to do wrong with its stream, at once. */
export const withStream = {
  stale: 'for `seconds` the stream stays open and says nothing',
  disconnect: 'the streams are closed, and none is opened for `seconds`',
} as const

export type Misbehaviour = keyof typeof withExecutions

export type Asked = Wish<Misbehaviour>

export const usualSeconds = { late: 3, stale: 5, disconnect: 5 } as const
