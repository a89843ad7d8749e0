/**
 * Runs `work` for everybody who calls. Calls at the same time share a run, but only one that begins after they came: a run
 * under way may have missed what they know of. A run that others wait for comes next: nobody who calls between two runs
 * begins one before it, so everybody is answered by the first run that begins after the call.
 */
export function sharedRuns(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  return function run(): Promise<void> {
    if (following !== null) return following
    if (running === null) return (running = work().finally(() => (running = null)))
    return (following = running
      .catch(() => {}) // told to those who wait for that run
      .then(() => {
        following = null
        return run()
      }))
  }
}
