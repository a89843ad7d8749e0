import type { Env, Kept, Runtime } from './env.ts'

/** The part of `Env` that gives access to the memory of its process. */
export type InProcess = { readonly runtime: Pick<Runtime, 'keep'> }

/**
 * A value that each process keeps in memory between requests, such as a batcher or a queue: created at its first use,
 * from the `Env` of the process and not from the caller's copy. `close` runs when the process ends.
 */
export function perProcess<T>(make: (env: Env) => T, close?: (value: T) => Promise<void>): (env: InProcess) => T {
  const kept: Kept<T> = { make, ...(close && { close }) }
  return ({ runtime }) => runtime.keep(kept)
}

/** The memory of a process. */
export function memoryOf(env: Env): Pick<Runtime, 'keep' | 'close'> {
  const values = new Map<unknown, unknown>()
  const closing: (() => Promise<void>)[] = []
  return {
    keep<T>(kept: Kept<T>): T {
      if (!values.has(kept)) {
        const value = kept.make(env)
        values.set(kept, value)
        if (kept.close) closing.unshift(async () => kept.close!(value))
      }
      return values.get(kept) as T
    },
    close: async () => {
      for (const close of closing) await close()
    },
  }
}
