import { version } from '../generated/calls.gen.ts'
import { type Signer, signerOf } from '../key/key.ts'
import type { ClientOptions, Hooks, Retry } from '../options.ts'
import { createPacer, memoryLock, type Pacer } from '../pace/pace.ts'
import { wallClock } from '../platform.ts'
import { InvalidArgument } from '../invalid-argument.ts'

// The shared state of all calls of a client.

export interface Context {
  readonly base: string
  readonly userAgent: string
  readonly fetch: typeof globalThis.fetch
  readonly retry: Required<Retry>
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly on: Hooks
  readonly clock: () => number
  readonly pacer: Pacer
  readonly sandboxToken: string | undefined
  /** The key is read for the first signed call. */
  signer(): Promise<Signer>
}

export function contextOf(options: ClientOptions): Context {
  const { key, clock = wallClock, lock = memoryLock() } = options
  let signer: Promise<Signer> | null = null
  return {
    base: baseOf(options.base),
    userAgent: options.userAgent ?? `specie-sdk/${version}`,
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    retry: { attempts: 6, firstMs: 500, longestMs: 15_000, ...options.retry },
    timeoutMs: options.timeoutMs ?? 30_000,
    signal: options.signal,
    on: options.on ?? {},
    clock,
    pacer: createPacer(lock, clock),
    sandboxToken: options.sandboxToken,
    signer: () => {
      if (key === undefined)
        throw new InvalidArgument('This call is signed. Give createClient the key of your institution.')
      return (signer ??= signerOf(key))
    },
  }
}

const apiPath = '/api/v1/'

/** Ends with a slash, so that paths can be resolved against it. */
function baseOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgument(`base: «${given}» is not an address such as https://desk.example/api/v1/.`)
  if (url.pathname === '/') return url.origin + apiPath
  return url.origin + (url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`)
}

/** Aborted when one of these signals is aborted. */
export function anySignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length < 2 ? given[0] : AbortSignal.any(given)
}
