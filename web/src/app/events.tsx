import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type FeedState, followEvents } from './feed.ts'
import { mayDo, useMe } from './session.tsx'

const Context = createContext<FeedState>({ state: 'closed', events: [] })

/** Follows the events of the institution and refreshes the screen when one arrives. */
export function Events({ children }: { children: ReactNode }) {
  const me = useMe()
  const client = useQueryClient()
  const [feed, setFeed] = useState<FeedState>({ state: 'reading', events: [] })
  const personId = me.person.id
  const may = mayDo(me, 'money.read')
  useEffect(() => {
    if (!may) return setFeed({ state: 'closed', events: [] })
    const leaving = new AbortController()
    void followEvents(personId, setFeed, () => void client.invalidateQueries(), leaving.signal)
    return () => leaving.abort()
  }, [client, personId, may])
  return <Context.Provider value={feed}>{children}</Context.Provider>
}

export const useEvents = (): FeedState => useContext(Context)
