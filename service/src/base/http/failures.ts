import type { Clock } from '../clock.ts'
import { rateLimited } from './errors.ts'
import { buckets } from './per-address.ts'

/** A call that counts as failed until its signature holds. */
export type Arrival = { readonly bucket: string; readonly pair: string }

export type Failures = {
  /** Counts a call of an address (`blockOf`) when it arrives; throws when too many of them have not held. */
  arrive(block: string, publicKey: string): Arrival
  /** Its signature holds: it does not count, and its key is known at its address from now on. */
  holds(arrival: Arrival): void
  /** It ended for a reason that is not the caller's. */
  forgive(arrival: Arrival): void
}

const mostPairs = 50_000

/**
 * Calls a second that may fail before their signature holds. They count against their address; a key whose signature has
 * held from there has a count of its own, so that nobody behind the same address can lock it out.
 */
export function failures(perSecond: number, clock: Pick<Clock, 'elapsed'>): Failures {
  const counts = buckets(perSecond, clock)
  const proven = new Set<string>()

  function keep(pair: string): void {
    if (proven.has(pair)) return
    if (proven.size >= mostPairs) proven.delete(proven.values().next().value!)
    proven.add(pair)
  }

  return {
    arrive(block, publicKey) {
      const pair = `${block} ${publicKey}`
      const bucket = proven.has(pair) ? pair : block
      const wait = counts.take(bucket)
      if (wait > 0) throw rateLimited(wait, 'Too many failed calls from this address.')
      return { bucket, pair }
    },
    holds({ bucket, pair }) {
      counts.giveBack(bucket)
      keep(pair)
    },
    forgive: ({ bucket }) => counts.giveBack(bucket),
  }
}
