import { IconWifiOff } from '@tabler/icons-react'
import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asCallError, isLost } from '../api/error.ts'

type Freshness = { state: 'live' | 'stale' | 'offline'; since: string }

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** By query: the time of its data when it failed. It counts as unanswered until it has newer data. */
type Failed = Map<string, number>

/** A retry in progress does not clear a failure. A refusal by the service counts as an answer. */
function isUnanswered({ queryHash, state }: Query, failed: Failed): boolean {
  const failure = state.error ?? state.fetchFailureReason
  if (failure !== null && isLost(asCallError(failure))) failed.set(queryHash, state.dataUpdatedAt)
  else if (failure !== null) failed.delete(queryHash)
  return failed.get(queryHash) === state.dataUpdatedAt
}

/** Whether the data on the screen is up to date, judged by the calls of the page. */
function useFreshness(): Freshness {
  const client = useQueryClient()
  const [freshness, setFreshness] = useState<Freshness>({ state: 'live', since: '' })
  useEffect(() => {
    const failed: Failed = new Map()
    const judge = () => {
      const queries = client
        .getQueryCache()
        .getAll()
        .filter((query) => query.getObserversCount() > 0)
      const isDown = queries.filter((query) => isUnanswered(query, failed)).length > 0
      const state = !onlineManager.isOnline() ? 'offline' : isDown ? 'stale' : 'live'
      const times = queries.map(({ state: { dataUpdatedAt } }) => dataUpdatedAt).filter((at) => at > 0)
      const since = times.length === 0 ? 'before' : clock.format(Math.min(...times))
      setFreshness((was) => (was.state === state && (state === 'live' || was.since === since) ? was : { state, since }))
    }
    const stops = [client.getQueryCache().subscribe(() => queueMicrotask(judge)), onlineManager.subscribe(judge)]
    return () => stops.forEach((stop) => stop())
  }, [client])
  return freshness
}

/** The small dot in the bar. */
export function Live() {
  const { state } = useFreshness()
  const shown = { live: ['live', 'Live'], stale: ['live stale', 'Stale'], offline: ['live off', 'Offline'] }[state]
  return <span className={shown[0]}>{shown[1]}</span>
}

/** Says that the data is old. */
export function StaleNotice() {
  const { state, since } = useFreshness()
  if (state === 'live') return null
  return (
    <div className="notice" role="status">
      <IconWifiOff className="ic" aria-hidden />
      {state === 'offline' ? 'You are offline.' : 'The service does not answer.'} This data is from {since}.
    </div>
  )
}
