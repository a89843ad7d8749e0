import type { SpecieError } from './error.ts'
import { orAborted, sleep } from './platform.ts'

// One call a second for each key, in the order in which they were made, each with a higher nonce than the one before.
// The service counts a key's second from the moment at which it admits a call, not from its answer: so slots are a
// second apart from each other, however long an answer takes. What the service refuses corrects the plan.

/** When a call may be sent, and the nonce that it is signed with. */
export interface Slot {
  /** When the slot was taken, in UNIX milliseconds. */
  readonly takenAt: number
  /** When to send. */
  readonly sendAt: number
  readonly nonce: string
}

/** Keeps the last slot of a key, so that everybody who calls with that key takes the next one. */
export interface Lock {
  /** Replaces the last slot in one step that nobody else can come between, and answers the new one. */
  change(step: (last: Slot | null) => Slot): Promise<Slot>
}

/** For one client in one process: the default. */
export function memoryLock(): Lock {
  let last: Slot | null = null
  return { change: async (step) => (last = step(last)) }
}

const secondMs = 1_000

/**
 * A clock that was set back would make everybody wait until it has caught up: then the next slot is now, and the service
 * says if that was too early. A nonce rises in any case.
 */
export function nextSlot(last: Slot | null, now: number, clockOffset: number): Slot {
  if (last === null) return { takenAt: now, sendAt: now, nonce: String(now + clockOffset) }
  const sendAt = now < last.takenAt ? now : Math.max(now, last.sendAt + secondMs)
  const [higher, time] = [BigInt(last.nonce) + 1n, BigInt(sendAt + clockOffset)]
  return { takenAt: now, sendAt, nonce: String(higher > time ? higher : time) }
}

export interface Pacer {
  /** Waits for the caller's turn; answers the nonce to sign with. */
  turn(signal: AbortSignal | undefined, onWait: (ms: number) => void): Promise<string>
  /** Learns from a call that was refused for its nonce or its time. */
  learn(refusal: SpecieError): Promise<void>
}

export function createPacer(lock: Lock, clock: () => number): Pacer {
  let queue: Promise<unknown> = Promise.resolve()
  let clockOffset = 0

  const take = async (signal: AbortSignal | undefined, onWait: (ms: number) => void): Promise<string> => {
    signal?.throwIfAborted()
    const slot = await lock.change((last) => nextSlot(last, Math.trunc(clock()), clockOffset))
    const waitMs = slot.sendAt - clock()
    if (waitMs > 0) {
      onWait(waitMs)
      await sleep(waitMs, signal)
    }
    return slot.nonce
  }

  return {
    turn: (signal, onWait) => {
      const turn = queue.then(() => take(signal, onWait))
      queue = turn.catch(() => {})
      return orAborted(turn, signal)
    },
    learn: async ({ code, details }) => {
      if (code === 'invalid_nonce' && details['difference_ms'] !== undefined)
        clockOffset -= Number(details['difference_ms'])
      const now = Math.trunc(clock())
      await lock.change((last) =>
        corrected(last ?? { takenAt: now, sendAt: now - secondMs, nonce: '0' }, now, code, details),
      )
    },
  }
}

type Details = Readonly<Record<string, unknown>>

export function corrected(last: Slot, now: number, code: string, details: Details): Slot {
  if (code === 'rate_limited') {
    // As if the call before had been sent a second before the next one may come.
    const sendAt = now + Number(details['retry_after_ms'] ?? secondMs) - secondMs
    return { ...last, sendAt: Math.max(last.sendAt, sendAt) }
  }
  const spent = String(details['last_nonce'] ?? '')
  const isHigher = /^\d{1,20}$/.test(spent) && BigInt(spent) > BigInt(last.nonce)
  return isHigher ? { ...last, nonce: spent } : last
}
