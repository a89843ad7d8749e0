/** Runs work, or refuses it. */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>

/** Runs `atOnce` pieces of work at the same time, lets `waiting` more wait in turn, and refuses the rest. */
export function limited(atOnce: number, waiting: number, refusal: () => Error): Limited {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw refusal()
      // A finished task hands its place to the first waiter directly, so that a new caller cannot take it.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
