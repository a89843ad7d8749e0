import { useQuery } from '@tanstack/react-query'
import { call, isError, type Output } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import { useMe } from '../../app/session.tsx'

// The institution's events (docs/events.md). The tab keeps the last ones, so that it reads only what is new.

export type Event = Output<'queryEvents'>['events'][number]

export type Events = {
  /** `reading` until it has caught up; `closed`: the institution has no feed yet. */
  state: 'reading' | 'live' | 'offline' | 'closed'
  /** The newest last. */
  events: readonly Event[]
}

const pageSize = 500
/** Older events are dropped here; the service has them all. */
const maxKept = 500

type Kept = { cursor: string | null; events: Event[] }

/** The feed of changes repeats the call, as that of every list. */
export function useEvents(): Events {
  const personId = useMe().person.id
  const { data, error, isPending } = useQuery<Event[], CallError>({
    queryKey: ['queryEvents', personId],
    queryFn: ({ signal }) => readOn(`events ${personId}`, signal),
  })
  const events = data ?? []
  if (error !== null) return { state: error.status === 403 ? 'closed' : 'offline', events }
  return { state: isPending ? 'reading' : 'live', events }
}

/** Reads from the last event that was kept to the newest. */
async function readOn(key: string, signal: AbortSignal): Promise<Event[]> {
  let { cursor, events } = kept(key)
  for (;;) {
    try {
      const input = { limit: String(pageSize), ...(cursor !== null && { cursor }) }
      const answer = await call('queryEvents', input as never, signal)
      cursor = answer.next_cursor
      events = [...events, ...answer.events].slice(-maxKept)
      sessionStorage.setItem(key, JSON.stringify({ cursor, events } satisfies Kept))
      if (answer.events.length < pageSize) return events
    } catch (error) {
      if (!isError(error, 'invalid_cursor') || cursor === null) throw error
      ;[cursor, events] = [null, []]
    }
  }
}

function kept(key: string): Kept {
  const text = sessionStorage.getItem(key)
  return text === null ? { cursor: null, events: [] } : (JSON.parse(text) as Kept)
}
