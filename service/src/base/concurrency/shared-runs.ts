/**
 * Runs `work` for all callers. Concurrent calls share a run that begins after them. A run in progress may have missed
 * the reason of a call. The next run begins as soon as a call waits for it, so every call is answered by the first run
 * that begins after it.
 */
export function sharedRuns(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  return function run(): Promise<void> {
    if (following !== null) return following
    if (running === null) return (running = work().finally(() => (running = null)))
    return (following = running
      .catch(() => {}) // the waiters of that run get the error
      .then(() => {
        following = null
        return run()
      }))
  }
}
