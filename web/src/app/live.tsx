import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isError } from '../api/call.ts'

type Freshness = { state: 'live' | 'stale' | 'offline'; since: string }

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** Whether what is shown is up to date, judged by the calls of the page. */
export function useFreshness(): Freshness {
  const client = useQueryClient()
  const [freshness, setFreshness] = useState<Freshness>({ state: 'live', since: '' })
  useEffect(() => {
    const judge = () => {
      const queries = client
        .getQueryCache()
        .getAll()
        .filter((query) => query.getObserversCount() > 0)
      const isDown = queries.some(
        ({ state: { error } }) => isError(error, 'unreachable') || isError(error, 'service_unavailable'),
      )
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
