import type { Env } from './env.ts'

// A command is one row of a table: help, completion and docs/cli.md are made from it.

export type Option = {
  /** The name of its value in the usage; absent for a switch. */
  readonly value?: string
  readonly does: string
  readonly needed?: boolean
  /** May be repeated. */
  readonly many?: boolean
  /** The allowed values, where they are few. */
  readonly choices?: readonly string[]
}

export type Options = { readonly [name: string]: Option }

/** The parsed command line: words in their order, options by name. */
export type Given = { readonly [option: string]: unknown }

export type Usage = {
  readonly does: string
  /** `WORD` is required, `[WORD]` optional. The last word may take the rest: `WORD…` as one text, `[WORD …]` as a list. */
  readonly words?: readonly string[]
  readonly options?: Options
  /** Example arguments. */
  readonly examples: readonly string[]
  /** The service validates its words: JSON may contain line breaks. */
  readonly anyText?: true
}

export type Command = Usage & {
  /** Returns the exit code. */
  run(env: Env, words: readonly (string | undefined)[], given: Given): Promise<number>
}

/** Commands that run with the code of the service, on its machine. See machine.ts. */
export type Row = Usage | Command
export const isHere = (row: Row): row is Command => 'run' in row
