import type { Clock } from '../clock.ts'
import { rateLimited } from './errors.ts'
import { buckets } from './per-address.ts'

/** A call that counts as failed until its signature is verified. */
export type Arrival = { readonly bucket: string; readonly pair: string }

export type Failures = {
  /** Counts an arriving call of an address (`blockOf`); throws when too many of its calls have failed. */
  arrive(block: string, publicKey: string): Arrival
  /** The signature is valid: the call no longer counts, and from now on the key is known at this address. */
  succeed(arrival: Arrival): void
  /** The call ended for a reason that is not the caller's fault. */
  refund(arrival: Arrival): void
}

const maxPairs = 50_000

/**
 * Limits calls per second that fail before their signature is verified. They count against their address. A key with a
 * valid signature from that address gets its own count, so that others behind the same address cannot lock it out.
 */
export function failures(perSecond: number, clock: Pick<Clock, 'elapsed'>): Failures {
  const counts = buckets(perSecond, clock)
  const verifiedPairs = new Set<string>()

  function remember(pair: string): void {
    if (verifiedPairs.has(pair)) return
    if (verifiedPairs.size >= maxPairs) verifiedPairs.delete(verifiedPairs.values().next().value!)
    verifiedPairs.add(pair)
  }

  return {
    arrive(block, publicKey) {
      const pair = `${block} ${publicKey}`
      const bucket = verifiedPairs.has(pair) ? pair : block
      const wait = counts.take(bucket)
      if (wait > 0) throw rateLimited(wait, 'Too many failed calls from this address.')
      return { bucket, pair }
    },
    succeed({ bucket, pair }) {
      counts.giveBack(bucket)
      remember(pair)
    },
    refund: ({ bucket }) => counts.giveBack(bucket),
  }
}
