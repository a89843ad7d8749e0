import type { Env } from '../../base/env.ts'

// What operations are asked for. This room does not know who asks: the rooms above register their purposes (runtime.ts).

export type PurposeTerms = {
  /** The job that is woken when an operation has news. */
  readonly job: string
  /** It moves coins between addresses of ours: that is no deposit. */
  readonly internal?: true
  /** It hands coins to somebody outside, and nothing follows. */
  readonly delivers?: true
  /** Without a whitelisted wallet it brings coins to a wallet of ours: its room books them, and they are no deposit. */
  readonly booksArrival?: true
}

/** The purposes by name. The room that asks for one adds it by declaration. */
export interface Purposes {}

export type Purpose = keyof Purposes

declare module '../../base/env.ts' {
  interface Runtime {
    readonly purposes: Readonly<Record<Purpose, PurposeTerms>>
    /** The jobs that are woken when the watcher has stored movements. */
    readonly movementJobs: readonly string[]
  }
}

export const purposesWith = ({ runtime }: Pick<Env, 'runtime'>, term: 'internal' | 'booksArrival'): Purpose[] =>
  (Object.keys(runtime.purposes) as Purpose[]).filter((name) => runtime.purposes[name][term])
