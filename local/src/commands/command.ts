import type { ParseArgsOptionsConfig } from 'node:util'

export type Command = {
  /** Its arguments, as the usage shows them. */
  takes: string
  does: string
  options?: ParseArgsOptionsConfig
  /** Answers the exit code. */
  run(args: string[], options: Record<string, unknown>): Promise<number>
}

/** What went wrong, and what to do next, in one or two sentences; shown without a stack. */
export class CommandError extends Error {}
