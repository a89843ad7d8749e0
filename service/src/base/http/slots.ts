import type { Clock } from '../clock.ts'

/**
 * Limits how many requests are processed at once. A request has a slot from when it has been read completely until its
 * answer is decided. An incomplete request or an unread answer holds no slot.
 */
export type Slots = {
  /** Whether there is a slot for one more request of this address (`blockOf`); if not, it is shed. */
  hasRoom(block: string): boolean
  take(block: string): void
  /** `since`: when it was taken, by the same clock; null: the duration is not counted, because it was refused. */
  leave(block: string, since: number | null): void
}

export type SlotLimits = {
  readonly maximum: number
  readonly perAddress: number
  /** When half of all answers take longer than this, fewer requests are admitted. */
  readonly slowMs: number
}

const windowMs = 250
/**
 * This number of requests is always admitted, even if answers are slow, because waiting for others (a chain, a bank)
 * does not indicate overload.
 */
const minimumSlots = 80
/**
 * This number of requests per address is always admitted. It is higher than the number of calls that may fail in a
 * second, so that failing calls cannot take all slots of the address.
 */
const minimumPerAddress = 60
/** Answers per millisecond until measured: of a burst 400 are admitted, who wait 0.3 s, or 1 s on a slow machine. */
const assumedRate = 4 / 3

/**
 * The limit adapts. When answers become slow, no more requests are admitted than are answered in the permitted time
 * (Little's law); it grows again when answers are fast and requests were shed. So admitted requests are served soon, on
 * any machine, and others are refused at once. After a busy period the limit returns to its initial value.
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

  /** One address gets its share of the slots, also while there are few. */
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
