import { callByItself, isError, type Output } from '../api/call.ts'
import { asCallError } from '../api/error.ts'

// The institution's events, read by one long poll of this tab (docs/events.md). The tab keeps them, so that a reload does not
// read them again.

export type Event = Output<'queryEvents'>['events'][number]

export type FeedState = {
  /** `reading` until it has caught up; `closed`: this person or institution has no feed. */
  state: 'reading' | 'live' | 'offline' | 'closed'
  /** The newest last. */
  events: readonly Event[]
}

const waitSeconds = 25
const pageSize = '500'
/** Older events are dropped here; the service has them all. */
const maxKept = 500
const longestPause = 30_000
/** A third tab makes the service answer the first one at once. The first then waits before it asks again. */
const crowdedPause = 5_000
const closedPause = 60_000

type Kept = { cursor: string | null; events: Event[] }

/** Runs until the signal. Calls `onNews` for events after the page was opened, and when the service is back. */
export async function followEvents(
  personId: string,
  onState: (state: FeedState) => void,
  onNews: () => void,
  signal: AbortSignal,
): Promise<void> {
  const key = `events ${personId}`
  let { cursor, events } = kept(key)
  let [isLive, failures] = [false, 0]
  let asking = new AbortController()
  // An offline browser may leave a waiting request open, so we abort it.
  addEventListener('offline', () => asking.abort(), { signal })
  while (!signal.aborted) {
    const began = performance.now()
    asking = new AbortController()
    try {
      const input = { limit: pageSize, wait: isLive ? String(waitSeconds) : '0', ...(cursor !== null && { cursor }) }
      const answer = await callByItself('queryEvents', input as never, AbortSignal.any([signal, asking.signal]))
      cursor = answer.next_cursor
      events = [...events, ...answer.events].slice(-maxKept)
      keep(key, { cursor, events })
      if ((isLive && answer.events.length > 0) || failures > 0) onNews()
      failures = 0
      if (answer.events.length === 0 && isLive && performance.now() - began < 1_000) await pause(crowdedPause, signal)
      isLive ||= answer.events.length < Number(pageSize)
      onState({ state: isLive ? 'live' : 'reading', events })
    } catch (error) {
      if (signal.aborted) return
      if (isError(error, 'invalid_cursor')) {
        ;[cursor, events] = [null, []]
        continue
      }
      const { status } = asCallError(error)
      if (status === 401) return
      if (status === 403) {
        // The institution is not approved yet, or has no agreement.
        onState({ state: 'closed', events: [] })
        await pause(closedPause, signal)
        continue
      }
      failures += 1
      // Refresh the screen too: its calls fail and show how old the data is.
      if (failures === 1) onNews()
      onState({ state: 'offline', events })
      await pause(Math.min(longestPause, 1_000 * 2 ** (failures - 1)), signal)
    }
  }
}

function kept(key: string): Kept {
  const text = sessionStorage.getItem(key)
  return text === null ? { cursor: null, events: [] } : (JSON.parse(text) as Kept)
}

const keep = (key: string, value: Kept): void => sessionStorage.setItem(key, JSON.stringify(value))

/** Ends sooner when the connection is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
