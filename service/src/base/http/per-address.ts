import type { Clock } from '../clock.ts'

/**
 * A bounded count per second for each network address. It lives in one process on purpose: it shields that process's
 * own time; what must hold across processes (nonce and rate of a key) is decided in the database.
 */
export type PerAddress = {
  /** Counts one. Answers 0, or the milliseconds until there is room when this one is too many. */
  take(address: string): number
  /** The milliseconds until there is room, without counting. */
  wait(address: string): number
}

const most = 50_000

export function perAddress(perSecond: number, clock: Pick<Clock, 'elapsed'>): PerAddress {
  const interval = 1000 / perSecond
  /** When the bucket of each address would be empty again. */
  const empty = new Map<string, number>()

  function wait(address: string): number {
    const backlog = (empty.get(blockOf(address)) ?? 0) - clock.elapsed()
    return Math.max(0, Math.ceil(backlog + interval - 1000))
  }

  return {
    wait,
    take(address) {
      const waiting = wait(address)
      if (waiting > 0) return waiting
      const now = clock.elapsed()
      const block = blockOf(address)
      empty.set(block, Math.max(empty.get(block) ?? 0, now) + interval)
      if (empty.size > most) forget(empty, now)
      return 0
    },
  }
}

/** Drops what is spent; under a flood of addresses, the oldest half as well: memory stays bounded. */
function forget(empty: Map<string, number>, now: number): void {
  for (const [block, at] of empty) {
    if (at <= now || empty.size > most / 2) empty.delete(block)
  }
}

/** One subscriber of IPv6 commands a whole /64, so that is what counts as one address. */
function blockOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = ''] = address.split('::')
  return head.split(':').slice(0, 4).join(':')
}
