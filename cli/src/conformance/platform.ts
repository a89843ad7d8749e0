import type { Platform } from './caller.ts'

/** The network, the clock and the randomness of this machine. */
export const thisPlatform: Platform = {
  fetch: globalThis.fetch,
  now: () => Date.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  newId: () => globalThis.crypto.randomUUID(),
}
