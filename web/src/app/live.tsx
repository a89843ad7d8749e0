import { IconWifiOff } from '@tabler/icons-react'
import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asCallError, isLost } from '../api/error.ts'
import { clockText } from '../kit/value/time-text.ts'
import { useFeed } from './changes.tsx'

/** `since`: the time of the oldest answer on the screen that is kept up to date; null if there is none. */
type Freshness = { state: 'live' | 'stale' | 'offline'; since: number | null }

/** By query: the time of its data when it failed. It counts as unanswered until it has newer data. */
type Failed = Map<string, number>

/** A retry in progress does not clear a failure. A refusal by the service counts as an answer. */
function isUnanswered({ queryHash, state }: Query, failed: Failed): boolean {
  const failure = state.error ?? state.fetchFailureReason
  if (failure !== null && isLost(asCallError(failure))) failed.set(queryHash, state.dataUpdatedAt)
  else if (failure !== null) failed.delete(queryHash)
  return failed.get(queryHash) === state.dataUpdatedAt
}

/** A call that is made once, such as a text, has no age. */
const isKeptUpToDate = (query: Query): boolean =>
  query.observers.some(({ options }) => options.refetchInterval !== false && options.enabled !== false)

/** Whether the data on the screen is up to date, judged by the calls of the page and by the feed of changes. */
function useFreshness(): Freshness {
  const client = useQueryClient()
  const feed = useFeed()
  const [freshness, setFreshness] = useState<Freshness>({ state: 'live', since: null })
  useEffect(() => {
    const failed: Failed = new Map()
    const judge = () => {
      const queries = client
        .getQueryCache()
        .getAll()
        .filter((query) => query.getObserversCount() > 0)
      const isDown = queries.filter((query) => isUnanswered(query, failed)).length > 0
      const state = !onlineManager.isOnline() ? 'offline' : isDown ? 'stale' : 'live'
      const answered = queries.filter((query) => isKeptUpToDate(query) && query.state.dataUpdatedAt > 0)
      const since = answered.length === 0 ? null : Math.min(...answered.map((query) => query.state.dataUpdatedAt))
      setFreshness((was) => (was.state === state && was.since === since ? was : { state, since }))
    }
    const stops = [client.getQueryCache().subscribe(() => queueMicrotask(judge)), onlineManager.subscribe(judge)]
    return () => stops.forEach((stop) => stop())
  }, [client])
  // Without the feed, what is on the screen may have changed since.
  return freshness.state === 'live' && feed === 'offline' ? { ...freshness, state: 'stale' } : freshness
}

/** The small dot in the bar, with the time of the last answer. */
export function Live() {
  const { state, since } = useFreshness()
  const shown = { live: ['live', 'Live'], stale: ['live stale', 'Stale'], offline: ['live off', 'Offline'] }[state]
  return (
    <span className={shown[0]}>
      {shown[1]}
      {since !== null && <span className="not-phone num">refreshed {clockText(since)}</span>}
    </span>
  )
}

/** Says that the data is old. */
export function StaleNotice() {
  const { state, since } = useFreshness()
  if (state === 'live') return null
  return (
    <div className="notice" role="status">
      <IconWifiOff className="ic" aria-hidden />
      {state === 'offline' ? 'You are offline.' : 'The service does not answer.'} This data is from{' '}
      {since === null ? 'before' : clockText(since)}.
    </div>
  )
}
