import type { SpecieError } from '../error.ts'
import { orAborted, sleep } from '../platform.ts'

// One call a second for each key, in order, each with a higher nonce than the previous one. The service counts a key's second
// from the admission of a call, not from its answer. Slots are therefore a second apart, however long an answer takes. If the
// service rejects a call as too early, the next slots move back.

/** The time of a call, and its nonce. */
export interface Slot {
  /** When the slot was taken, in UNIX milliseconds. */
  readonly takenAt: number
  /** When to send. */
  readonly sendAt: number
  readonly nonce: string
}

/** Stores the last slot of a key, so that every user of that key takes the next one. */
export interface Lock {
  /** Replaces the last slot atomically, and returns the new one. */
  change(step: (last: Slot | null) => Slot): Promise<Slot>
}

/** The default: one client in one process. */
export function memoryLock(): Lock {
  let last: Slot | null = null
  return { change: async (step) => (last = step(last)) }
}

const secondMs = 1_000

/**
 * After a clock was set back, waiting for it to catch up would block every caller. Then the next slot is now, and the service
 * reports if that was too early. A nonce rises in any case.
 */
export function nextSlot(last: Slot | null, now: number, clockOffset: number): Slot {
  if (last === null) return { takenAt: now, sendAt: now, nonce: String(now + clockOffset) }
  const sendAt = now < last.takenAt ? now : Math.max(now, last.sendAt + secondMs)
  const [higher, time] = [BigInt(last.nonce) + 1n, BigInt(sendAt + clockOffset)]
  return { takenAt: now, sendAt, nonce: String(higher > time ? higher : time) }
}

export interface Pacer {
  /** Waits for the caller's turn; returns its nonce. A refused call has precedence over all others. */
  turn(caller: Caller): Promise<string>
  /** Learns from a call refused for its time, or for this nonce. */
  learn(refusal: SpecieError, nonce: string): Promise<void>
}

export interface Caller {
  readonly signal?: AbortSignal | undefined
  readonly wasRefused?: boolean
  /** Called when the caller is first in the queue and must wait. */
  onWait?(ms: number): void
}

type Waiting = Caller & { resolve(nonce: string): void; reject(error: unknown): void }

export function createPacer(lock: Lock, clock: () => number): Pacer {
  const queue: Waiting[] = []
  let isServing = false
  let clockOffset = 0
  let notBefore = 0

  /**
   * Waits for the next slot, and only then picks the first caller. A waiting call may have been refused meanwhile, or
   * aborted.
   */
  async function serve(): Promise<void> {
    isServing = true
    try {
      while (queue.length > 0) {
        const slot = await lock.change((last) => nextSlot(last, Math.trunc(clock()), clockOffset))
        const waitMs = slot.sendAt - clock()
        if (waitMs > 0) queue[0]?.onWait?.(waitMs)
        await sleep(Math.max(0, waitMs))
        // Lessons learned during the wait.
        await sleep(Math.max(0, notBefore - performance.now()))
        queue.shift()?.resolve(slot.nonce)
      }
    } catch (error) {
      for (const { reject } of queue.splice(0)) reject(error)
    } finally {
      isServing = false
    }
  }

  return {
    turn: (caller) => {
      let waiting: Waiting | undefined
      const turn = new Promise<string>((resolve, reject) => {
        waiting = { ...caller, resolve, reject }
        if (caller.wasRefused === true) queue.unshift(waiting)
        else queue.push(waiting)
      })
      if (!isServing) void serve()
      return orAborted(turn, caller.signal).finally(() => {
        const place = queue.indexOf(waiting!)
        if (place >= 0) queue.splice(place, 1)
      })
    },
    learn: async ({ code, details }, nonce) => {
      // The value is set, not added to, because several parallel calls learn the same difference.
      if (isOutsideWindow(details)) clockOffset = Number(nonce) - Number(details['difference_ms']) - Math.trunc(clock())
      if (code === 'rate_limited') notBefore = performance.now() + waitOf(details)
      const now = Math.trunc(clock())
      const before: Slot = { takenAt: now, sendAt: now - secondMs, nonce: '0' }
      await lock.change((last) => corrected(last ?? before, now, code, details))
    },
  }
}

type Details = Readonly<Record<string, unknown>>

const waitOf = (details: Details): number => Number(details['retry_after_ms'] ?? secondMs)

/** The nonce was too far from the time of the service: more than a day ahead, or beyond the window of the key. */
const isOutsideWindow = (details: Details): boolean => /^-?\d{1,20}$/.test(String(details['difference_ms']))

export function corrected(last: Slot, now: number, code: string, details: Details): Slot {
  if (code === 'rate_limited') {
    // As if the previous call had been sent a second before the next slot.
    const sendAt = now + waitOf(details) - secondMs
    return { ...last, sendAt: Math.max(last.sendAt, sendAt) }
  }
  const lastNonce = details['last_nonce']
  const spent = typeof lastNonce === 'string' && /^\d{1,20}$/.test(lastNonce) ? lastNonce : '0'
  // Nonces ahead of the window are not spent: with a fast clock the next ones must be lower.
  return isOutsideWindow(details) || BigInt(spent) > BigInt(last.nonce) ? { ...last, nonce: spent } : last
}
