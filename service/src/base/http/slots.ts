import type { Clock } from '../clock.ts'

/**
 * How many requests are worked on at once. A request has a slot from when it has been read whole to when its answer is
 * decided; who sends half a request, or does not read an answer, has none.
 */
export type Slots = {
  /** Whether there is a slot for one more from this address (`blockOf`); who is told no is shed. */
  hasRoom(block: string): boolean
  take(block: string): void
  /** `since`: when it was taken, by the same clock; null: how long it took says nothing, for it was refused. */
  leave(block: string, since: number | null): void
}

export type SlotLimits = {
  readonly maximum: number
  readonly perAddress: number
  /** Half of all answers take no longer than this, or fewer requests are let in. */
  readonly slowMs: number
}

const windowMs = 250
/** So many are let in however slow they are: what waits for others (a chain, a bank) is no sign of overload. */
const minimumSlots = 80
/** Of these an address has so many: more than those of it that may fail in a second, so that not all of its slots are theirs. */
const minimumPerAddress = 60
/** Answers a millisecond, before it is known how many there are: of a rush 400 are let in, who wait 0.3 s or, on a slow machine, 1. */
const assumedRate = 4 / 3

/**
 * The number is found out: when answers become slow, no more are let in than are answered in the time that an answer may
 * take (Little's law), and more again when they are quick and some had to be shed. So who is let in is served soon, on
 * any machine, and all others are told at once. What was found out while it was busy does not hold for the next rush.
 */
export function slots(limits: SlotLimits, clock: Pick<Clock, 'elapsed'>, underWay: { requests: number }): Slots {
  const byAddress = new Map<string, number>()
  const floor = Math.min(minimumSlots, limits.maximum)
  const floorPerAddress = Math.min(minimumPerAddress, limits.perAddress)
  const initial = Math.min(Math.max(floor, assumedRate * limits.slowMs), limits.maximum)
  let limit = initial
  let windowStart = clock.elapsed()
  let answered = 0
  let slow = 0
  let shed = false

  function adapt(): void {
    const now = clock.elapsed()
    const passed = now - windowStart
    if (passed < windowMs) return
    if (slow * 2 > answered) limit = Math.min(limits.maximum, Math.max(floor, (answered / passed) * limits.slowMs))
    else if (shed && answered > 0) limit = Math.min(limits.maximum, limit * 1.1)
    else if (!shed) limit = limit > initial ? Math.max(initial, limit / 1.1) : Math.min(initial, limit * 1.1)
    windowStart = now
    answered = slow = 0
    shed = false
  }

  /** One address has its part of the slots, also while they are few. */
  const isBelowShare = (block: string): boolean =>
    (byAddress.get(block) ?? 0) < Math.max(floorPerAddress, Math.ceil((limits.perAddress * limit) / limits.maximum))

  return {
    hasRoom(block) {
      adapt()
      if (underWay.requests < limit && isBelowShare(block)) return true
      shed = true
      return false
    },
    take(block) {
      underWay.requests += 1
      byAddress.set(block, (byAddress.get(block) ?? 0) + 1)
    },
    leave(block, since) {
      const left = byAddress.get(block)! - 1
      if (left === 0) byAddress.delete(block)
      else byAddress.set(block, left)
      underWay.requests -= 1
      if (since === null) return
      answered += 1
      if (clock.elapsed() - since > limits.slowMs) slow += 1
    },
  }
}
