import { withoutClaim } from './claim.ts'
import { refusedValue } from './refused-value.ts'

/**
 * Lets many concurrent callers share one round trip and one commit. There is no timer. A batch is everything that
 * arrived while the last one was running, so an idle system answers at once and a busy one shares the cost.
 *
 * One batch runs at a time. Two in parallel lock the same rows, and measurements showed no gain.
 */
export type Batcher<In, Out> = {
  submit(item: In): Promise<Out>
  /** Resolves when everything submitted so far has been answered. */
  drained(): Promise<void>
}

type Waiting<In, Out> = { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }

type Notify = () => void

/** Runs in the next turn of the event loop, after the driver has sent its queries. */
const inNextTick = (notify: Notify): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => resolve(notify()))
  })

/** `run` returns one outcome per item, in order. If it throws, every caller of the batch gets the error. */
export function batcher<In, Out>(run: (items: In[]) => Promise<Out[]>, maxSize: number): Batcher<In, Out> {
  let queue: Waiting<In, Out>[] = []
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    // Lets all callers of this turn of the event loop join the first batch.
    await Promise.resolve()
    let notify: Notify | null = null
    while (queue.length > 0) {
      const batch = queue.slice(0, maxSize)
      queue = queue.slice(maxSize)
      const settled = settle(batch)
      // Callers of the previous batch are notified while this one runs: writing their answers first would delay it.
      const notified = notify && inNextTick(notify)
      notify = await settled
      await notified
    }
    working = null
    notify?.()
  }

  async function settle(batch: Waiting<In, Out>[]): Promise<Notify> {
    try {
      const outcomes = await run(batch.map((waiting) => waiting.item))
      if (outcomes.length !== batch.length) {
        throw new Error(`a batch of ${batch.length} got ${outcomes.length} outcomes`)
      }
      return () => batch.forEach((waiting, i) => waiting.resolve(outcomes[i]!))
    } catch (error) {
      if (batch.length > 1 && refusedValue(error) !== null) return oneByOne(batch)
      return () => batch.forEach((waiting) => waiting.reject(error))
    }
  }

  /** A value that PostgreSQL refuses rolls back the whole statement, so the items are retried alone to find the caller. */
  async function oneByOne(batch: Waiting<In, Out>[]): Promise<Notify> {
    const notifications: Notify[] = []
    for (const waiting of batch) notifications.push(await settle([waiting]))
    return () => notifications.forEach((notify) => notify())
  }

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        working ??= withoutClaim(work) // a batch serves many callers, so it must not run under the first one's claim
      }),
    drained: async () => {
      while (working) await working
    },
  }
}
