import { createHash } from 'node:crypto'
import { nearMisses, type NearMiss, type SentRequest, unexplained } from '@specie/protocol/signing/nearmiss.ts'
import type { Clock } from '../../base/clock.ts'
import { perAddress } from '../../base/http/per-address.ts'

/** Whether this text was signed. */
type IsSigned = (text: string | Uint8Array) => Promise<boolean>

export type Hints = (sent: SentRequest, isSigned: IsSigned) => Promise<string | null>

/**
 * Trying all mistakes takes about twenty verifications, 5 ms. With this limit a flood of wrong signatures takes at most a
 * sixth of one core, and a developer who tests a client still gets a hint for each call.
 */
const searchesPerSecond = 32
const maxWaiting = 32

/** The matching near miss, or none. One search at a time; null if the queue is full and no search ran. */
export function hints(clock: Pick<Clock, 'elapsed'>): Hints {
  const budget = perAddress(searchesPerSecond, clock)
  let waiting = 0
  let queue: Promise<unknown> = Promise.resolve()

  return async (sent, isSigned) => {
    if (waiting >= maxWaiting || budget.take('everybody') > 0) return null
    waiting += 1
    const found = queue.then(() => search(sent, isSigned)).finally(() => (waiting -= 1))
    // A failed search rejects its own caller only; the next one in the queue continues.
    queue = found.catch(() => null)
    return found
  }
}

async function search(sent: SentRequest, isSigned: IsSigned): Promise<string> {
  for (const miss of nearMisses(sent)) {
    if (await isSigned(bytesOf(miss))) return miss.hint
  }
  return unexplained
}

/** The bytes that the client signed by mistake. */
function bytesOf({ payload, digest }: NearMiss): string | Uint8Array {
  if (digest === null) return payload
  const hash = createHash('sha256').update(payload, 'utf8')
  return digest === 'sha256' ? hash.digest() : hash.digest('hex')
}
