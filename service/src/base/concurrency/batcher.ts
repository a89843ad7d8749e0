import { apart } from '../jobs/claim.ts'
import { refusedValue } from '../database/refused-value.ts'

/**
 * Lets many concurrent callers share one round trip and one commit. There is no timer: a batch is whatever arrived
 * while the last one was under way, so an idle system answers at once and a busy one amortises (quality.md).
 *
 * One batch is in flight at a time: two in parallel lock the same rows and were measured to gain nothing.
 */
export type Batcher<In, Out> = {
  submit(item: In): Promise<Out>
  /** Resolves when everything submitted so far has been answered. */
  drained(): Promise<void>
}

type Waiting<In, Out> = { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }

type Tell = () => void

/** By then the driver has sent what it was given in this turn of the event loop. */
const inNextTurn = (tell: Tell): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => resolve(tell()))
  })

/** `run` answers one outcome per item, in order. An error it throws reaches every caller of that batch. */
export function batcher<In, Out>(run: (items: In[]) => Promise<Out[]>, most: number): Batcher<In, Out> {
  let queue: Waiting<In, Out>[] = []
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    // Let everyone who is ready in this turn of the event loop into the first batch.
    await Promise.resolve()
    let tell: Tell | null = null
    while (queue.length > 0) {
      const batch = queue.slice(0, most)
      queue = queue.slice(most)
      const settled = settle(batch)
      // The last ones are told while this batch is under way: told first, the writing of their answers would hold it up.
      const told = tell && inNextTurn(tell)
      tell = await settled
      await told
    }
    working = null
    tell?.()
  }

  async function settle(batch: Waiting<In, Out>[]): Promise<Tell> {
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

  /** A value that the database refuses undoes the whole statement: only its own caller is to be told. */
  async function oneByOne(batch: Waiting<In, Out>[]): Promise<Tell> {
    const tells: Tell[] = []
    for (const waiting of batch) tells.push(await settle([waiting]))
    return () => tells.forEach((tell) => tell())
  }

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        working ??= apart(work) // it serves whoever comes, not only the one who came first
      }),
    drained: async () => {
      while (working) await working
    },
  }
}
