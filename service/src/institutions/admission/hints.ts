import { createHash } from 'node:crypto'
import { nearMisses, type NearMiss, type SentRequest } from '@specie/protocol/nearmiss.ts'
import type { Clock } from '../../base/clock.ts'
import { perAddress } from '../../base/http/per-address.ts'

/** Is this what was signed? */
type Holds = (text: string | Uint8Array) => Promise<boolean>

export type Hints = (sent: SentRequest, holds: Holds) => Promise<string | null>

/**
 * Trying the mistakes costs some twenty verifications, 5 ms: with so many searches a second a flood of wrong signatures takes a
 * sixth of one core at most, and somebody who tries out a client gets a hint for each of its calls.
 */
const mostPerSecond = 32
const mostWaiting = 32

/** The near miss that fits, if one does. One search at a time; whoever finds the line full goes without a hint. */
export function hints(clock: Pick<Clock, 'elapsed'>): Hints {
  const budget = perAddress(mostPerSecond, clock)
  let waiting = 0
  let line: Promise<unknown> = Promise.resolve()

  return async (sent, holds) => {
    if (waiting >= mostWaiting || budget.take('everybody') > 0) return null
    waiting += 1
    const found = line.then(() => search(sent, holds)).finally(() => (waiting -= 1))
    // Whom a search fails is told so; who comes next is not held up by that.
    line = found.catch(() => null)
    return found
  }
}

async function search(sent: SentRequest, holds: Holds): Promise<string | null> {
  for (const miss of nearMisses(sent)) {
    if (await holds(bytesOf(miss))) return miss.hint
  }
  return null
}

/** What the client signed by mistake, as bytes. */
function bytesOf({ payload, digest }: NearMiss): string | Uint8Array {
  if (digest === null) return payload
  const hash = createHash('sha256').update(payload, 'utf8')
  return digest === 'sha256' ? hash.digest() : hash.digest('hex')
}
