import type { Clock } from '../clock.ts'

/**
 * A rate limit per second for each name. It is local to the process on purpose. It protects the time of this process.
 * Limits across processes (nonce and rate of a key) are enforced in the database.
 */
export type Buckets = {
  /** Counts one. Returns 0, or when the limit is exceeded the milliseconds until there is room. */
  take(name: string): number
  /** The milliseconds until there is room, without counting. */
  wait(name: string): number
  /** Removes one call from the count. */
  giveBack(name: string): void
}

const maxNames = 50_000

export function buckets(perSecond: number, clock: Pick<Clock, 'elapsed'>): Buckets {
  const interval = 1000 / perSecond
  /** When the bucket of each name will be empty. */
  const emptyAt = new Map<string, number>()

  const waitAt = (name: string, now: number): number =>
    Math.max(0, Math.ceil((emptyAt.get(name) ?? 0) - now + interval - 1000))

  return {
    wait: (name) => waitAt(name, clock.elapsed()),
    take(name) {
      const now = clock.elapsed()
      const waiting = waitAt(name, now)
      if (waiting > 0) return waiting
      emptyAt.set(name, Math.max(emptyAt.get(name) ?? 0, now) + interval)
      if (emptyAt.size > maxNames) removeExpired(emptyAt, now)
      return 0
    },
    giveBack(name) {
      const at = emptyAt.get(name)
      if (at !== undefined) emptyAt.set(name, at - interval)
    },
  }
}

/** Removes empty buckets; under a flood of names also the oldest half, so that memory stays bounded. */
function removeExpired(empty: Map<string, number>, now: number): void {
  for (const [name, at] of empty) {
    if (at <= now || empty.size > maxNames / 2) empty.delete(name)
  }
}

/** A rate limit per second for each network address. */
export function perAddress(perSecond: number, clock: Pick<Clock, 'elapsed'>): Buckets {
  const { take, wait, giveBack } = buckets(perSecond, clock)
  return {
    take: (address) => take(blockOf(address)),
    wait: (address) => wait(blockOf(address)),
    giveBack: (address) => giveBack(blockOf(address)),
  }
}

/** An IPv6 subscriber has a whole /64, so that counts as one address. */
export function blockOf(address: string | undefined): string {
  if (address === undefined) return '' // the connection is already closed
  if (!address.includes(':')) return address
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length)
  // «::» replaces one run of zeros: `2001:db8:0:0:1::` and `2001:db8::1` are the same block.
  const [head = '', tail] = address.split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))
