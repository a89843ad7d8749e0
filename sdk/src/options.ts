import type { SpecieError } from './error.ts'
import type { Key } from './key/key.ts'
import type { Lock } from './pace/pace.ts'

// The options of a client.

export interface Retry {
  /** The maximum number of attempts without an answer, or while the service is not available: 6 by default. */
  attempts?: number
  /** The first wait between two attempts, in milliseconds; each further one is twice as long: 500 by default. */
  firstMs?: number
  /** The longest wait: 15,000 by default. */
  longestMs?: number
}

/** Called during a call; for logs and traces. They must not throw. */
export interface Hooks {
  /** Before each attempt. */
  request?(event: { call: string; attempt: number; nonce: string | null }): void
  /** After each answer, errors included. */
  answer?(event: {
    call: string
    attempt: number
    status: number
    ms: number
    traceid: string | null
    replayed: boolean
  }): void
  /** Before a retry. */
  retry?(event: { call: string; attempt: number; afterMs: number; error: SpecieError }): void
  /** When a call waits because of the limit of one a second. */
  wait?(event: { call: string; ms: number }): void
}

export interface ClientOptions {
  /** `https://desk.example/api/v1/`; the origin alone is enough. */
  base: string
  /** Without it only public calls are possible. */
  key?: Key
  /** Names your program to the service. */
  userAgent?: string
  fetch?: typeof globalThis.fetch
  /** Shares pace and nonces with other users of the same key. See `fileLock` and `webLock`. */
  lock?: Lock
  retry?: Retry
  /** Time limit of one attempt, in milliseconds: 30,000 by default. */
  timeoutMs?: number
  /** Ends every call of this client. */
  signal?: AbortSignal
  on?: Hooks
  /** UNIX time in milliseconds. */
  clock?: () => number
  /** The token of a sandbox that requires one. */
  sandboxToken?: string
}
