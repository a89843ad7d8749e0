import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database/db.ts'
import type { Ids } from './ids.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Chains, RawSigner } from './ports/chain.ts'
import type { Venue } from './ports/venue.ts'
import type { Bank } from './ports/bank.ts'
import type { Jobs } from './ports/jobs.ts'
import type { Provider } from './ports/provider.ts'

/** A value that a process keeps in memory (per-process.ts). */
export type Kept<T> = {
  readonly make: (env: Env) => T
  readonly close?: (value: T) => Promise<void>
}

/**
 * One process. Its memory is never the truth. A new process starts without it. `rooms` holds the contributions of the
 * rooms; base/gather-rooms.ts adds it, because its types name `Env` themselves.
 */
export interface Runtime {
  /** The value of this process, made when it is first asked for. */
  keep<T>(kept: Kept<T>): T
  /** Ends kept values with timers or connections, last one first. */
  close(): Promise<void>
}

/** The outside world of the code: the first argument everywhere. Built once, in main.ts or in a test. */
export type Env = {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly config: Config
  readonly metrics: Metrics
  readonly jobs: Jobs
  /** Null if none is configured. Then no files are fetched, and payouts wait. */
  readonly bank: Bank | null
  /** A missing chain is offline. */
  readonly chains: Chains
  /** Null if this process has no keys. It then signs nothing. */
  readonly signer: RawSigner | null
  /** Converts crypto into fiat; null if none is configured. */
  readonly provider: Provider | null
  /** Venues that quote in addition to our own desk. */
  readonly venues: readonly Venue[]
  readonly runtime: Runtime
}
