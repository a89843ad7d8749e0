import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { concerns } from '@specie/protocol/web-api/topics.ts'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type FeedState, followChanges, type News } from './feed.ts'
import { setFed } from '../api/refresh.ts'

const Context = createContext<FeedState>('live')

type Props = { sessionId: string; cursor: string; children: ReactNode }

/** Follows the feed of changes, and repeats the calls on the screen that a change concerns. */
export function Changes({ sessionId, cursor, children }: Props) {
  const client = useQueryClient()
  const [state, setState] = useState<FeedState>('live')
  // Later answers of the session have later cursors. The feed continues from the first one.
  const [first] = useState(cursor)
  useEffect(() => {
    const leaving = new AbortController()
    let was: FeedState = 'live'
    setFed(true)
    const onNews = (news: News) => {
      const isOther = news.state !== was
      was = news.state
      setFed(news.state === 'live')
      setState(news.state)
      // After a gap, and at its beginning, every call shows by its own answer how old its data is.
      if (document.visibilityState === 'visible') repeat(client, isOther ? null : new Set(news.topics))
    }
    const onEnd = () => void client.invalidateQueries({ queryKey: ['currentSession'] })
    void followChanges({ name: `specie changes ${sessionId}`, cursor: first, onNews, onEnd }, leaving.signal)
    return () => {
      setFed(false)
      leaving.abort()
    }
  }, [client, sessionId, first])
  return <Context.Provider value={state}>{children}</Context.Provider>
}

/** Null: all. */
function repeat(client: QueryClient, topics: ReadonlySet<string> | null): void {
  if (topics === null) return void client.invalidateQueries()
  if (topics.size === 0) return
  void client.invalidateQueries({
    predicate: ({ queryKey: [name] }) => (concerns[String(name)] ?? []).some((topic) => topics.has(topic)),
  })
}

export const useFeed = (): FeedState => useContext(Context)
