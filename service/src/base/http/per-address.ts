import type { Clock } from '../clock.ts'

/**
 * A bounded count per second for each name. It lives in one process on purpose: it shields that process's own time; what
 * must hold across processes (nonce and rate of a key) is decided in the database.
 */
export type Buckets = {
  /** Counts one. Answers 0, or the milliseconds until there is room when this one is too many. */
  take(name: string): number
  /** The milliseconds until there is room, without counting. */
  wait(name: string): number
  /** One that was counted does not count after all. */
  giveBack(name: string): void
}

const maxNames = 50_000

export function buckets(perSecond: number, clock: Pick<Clock, 'elapsed'>): Buckets {
  const interval = 1000 / perSecond
  /** When the bucket of each name would be empty again. */
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

/** Drops what is spent; under a flood of names, the oldest half as well: memory stays bounded. */
function removeExpired(empty: Map<string, number>, now: number): void {
  for (const [name, at] of empty) {
    if (at <= now || empty.size > maxNames / 2) empty.delete(name)
  }
}

/** So many a second for each network address. */
export function perAddress(perSecond: number, clock: Pick<Clock, 'elapsed'>): Buckets {
  const { take, wait, giveBack } = buckets(perSecond, clock)
  return {
    take: (address) => take(blockOf(address)),
    wait: (address) => wait(blockOf(address)),
    giveBack: (address) => giveBack(blockOf(address)),
  }
}

/** One subscriber of IPv6 commands a whole /64, so that is what counts as one address. */
export function blockOf(address: string | undefined): string {
  if (address === undefined) return '' // it has hung up already
  if (!address.includes(':')) return address
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length)
  // Zeros are left out at one place only, and where they are many: `2001:db8:0:0:1::` and `2001:db8::1` are one block.
  const [head = '', tail] = address.split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))
