/** Runs tasks one after another: each waits for all earlier ones. */
export type Turns = { run<T>(work: () => Promise<T>): Promise<T> }

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (work) => {
      const result = last.then(work)
      last = result.catch(() => {})
      return result
    },
  }
}
