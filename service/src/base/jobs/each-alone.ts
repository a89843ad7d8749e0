import type { Env } from '../env.ts'

// One thing that fails must not stop the others.

/** A lost connection, a deadlock, a lock or a limit: the same may succeed when it is tried again. */
const transient = /^(08|40|53|55|57)/

/** Whether this error goes away when the job runs again. */
export const passesByItself = (error: Error): boolean => 'code' in error && transient.test(String(error.code))

/**
 * Does the work of each item, in order, and returns the sum of their steps. When items fail, the others are done first; then
 * the first error is thrown, so that the job counts as failed. The others are logged.
 */
export async function eachAlone<T>(env: Env, items: readonly T[], work: (item: T) => Promise<number>): Promise<number> {
  let steps = 0
  const errors: unknown[] = []
  for (const item of items) {
    try {
      steps += await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  for (const error of errors.slice(1)) env.log.error({ err: error }, 'this has failed too; it will be tried again')
  if (errors.length > 0) throw errors[0]
  return steps
}
