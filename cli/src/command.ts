import type { Env } from './env.ts'

// A command is one row of a table: help, completion and docs/cli.md are made from it.

export type Option = {
  /** What its value is called in the usage; absent: a switch. */
  readonly value?: string
  readonly does: string
  readonly needed?: boolean
  /** May be given more than once. */
  readonly many?: boolean
  /** The values that it takes, where they are few. */
  readonly choices?: readonly string[]
}

export type Options = { readonly [name: string]: Option }

/** What was typed: the words in their order, and the options by name. */
export type Given = { readonly [option: string]: unknown }

export type Usage = {
  readonly does: string
  /**
   * `WORD` is needed, `[WORD]` may be left out. The last one may take all that follow: `WORD…` as one text, `[WORD …]` one by
   * one.
   */
  readonly words?: readonly string[]
  readonly options?: Options
  /** What people type after the command, for example. */
  readonly examples: readonly string[]
  /** Its words are judged by the service: JSON may have lines. */
  readonly anyText?: true
}

export type Command = Usage & {
  /** Answers the exit code. */
  run(env: Env, words: readonly (string | undefined)[], given: Given): Promise<number>
}

/** Commands that run with the code of the service, on its machine: see machine.ts. */
export type Row = Usage | Command
export const isHere = (row: Row): row is Command => 'run' in row
