// The only file that reads the machine's clock. Everything else asks `env.clock`, so that tests and the UAT sandbox
// can say what time it is.

export type Clock = {
  /** The time that business runs on: value dates, timers, `created_at`. */
  now(): Date
  /** Wall time in milliseconds; nonces and logs stay on it whatever business time does. */
  wall(): number
  /** A steadily rising number of milliseconds, for measuring how long something took. */
  elapsed(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  wall: () => Date.now(),
  elapsed: () => performance.now(),
}
