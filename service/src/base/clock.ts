// The only file that reads the machine's clock. All other code uses `env.clock`.

export type Clock = {
  /** Wall time for records: `created_at`, the time of a journal, the timestamp of an answer. */
  now(): Date
  /**
   * Settlement time: timers, business days, cut-offs, value dates. In production it is `now()`; in UAT it runs faster
   * and can be advanced (settlement-clock.ts).
   */
  settlement(): Date
  /** Wall time in milliseconds. Nonces are compared with it. */
  wall(): number
  /** A monotonic number of milliseconds, for measuring durations. */
  elapsed(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  settlement: () => new Date(),
  wall: () => Date.now(),
  elapsed: () => performance.now(),
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
