import type { QueryEventsAnswer, QueryEventsRequest } from '../generated/calls.gen.ts'
import type { Call } from './call-types.ts'
import { SpecieError } from '../error.ts'
import { jitter, sleep } from '../platform.ts'
import { isRefusal, isUncertain } from './retry.ts'

// The change feed, as an endless iterator.

export type FeedEvent = QueryEventsAnswer['events'][number]

export interface FollowOptions {
  /** An `eventid`: the events after it. From the beginning without it. */
  after?: string | undefined
  /** Ends the feed, without an error. */
  signal?: AbortSignal | undefined
}

const longestPauseMs = 30_000

/** Every event once, oldest first. Survives failures of the network and of the service. It continues after the last event. */
export async function* followEvents(
  query: Call<QueryEventsRequest, QueryEventsAnswer>,
  { after, signal }: FollowOptions = {},
): AsyncGenerator<FeedEvent, void, undefined> {
  let cursor = after
  let failures = 0
  while (!signal?.aborted) {
    try {
      const page = await query({ cursor, wait: 25 }, { signal })
      failures = 0
      yield* page.events
      cursor = page.next_cursor
    } catch (error) {
      if (!(error instanceof SpecieError)) throw error
      // By this signal, or by that of the whole client.
      if (error.code === 'aborted') return
      if (!mayPass(error)) throw error
      failures += 1
      await sleep(Math.min(longestPauseMs, 1_000 * 2 ** failures) * jitter(), signal).catch(() => {})
    }
  }
}

/** The retries of a call are spent, but a listener of the feed waits longer. */
const mayPass = (error: SpecieError): boolean =>
  isUncertain(error) || isRefusal(error) || ['service_unavailable', 'request_timeout'].includes(error.code)
