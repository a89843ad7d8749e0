import { IconCloudOff, IconInbox } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asCallError, type CallError } from '../api/error.ts'
import { Button } from './button.tsx'
import { Id } from './value/id.tsx'

/** Grey lines in place of text that loads. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, i) => (
        <span className="sk" key={i} style={{ width: `${[92, 74, 86, 60, 80][i % 5]}%` }} />
      ))}
    </div>
  )
}

/** An empty place, with what fills it. */
export function Empty({ title, children, acts }: { title: string; children?: ReactNode; acts?: ReactNode }) {
  return (
    <div className="empty">
      <IconInbox className="ic" aria-hidden />
      <b>{title}</b>
      {children}
      {acts !== undefined && <div className="row">{acts}</div>}
    </div>
  )
}

/** An error with its trace id for support, and a retry. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const { code, message, traceid } = asCallError(error)
  return (
    <div className="empty" role="alert">
      <IconCloudOff className="ic" aria-hidden />
      <b>{message}</b>
      <span className="mono">{code}</span>
      {traceid !== null && (
        <>
          {' · trace '}
          <Id value={traceid} />
        </>
      )}
      {retry && (
        <div className="row">
          <Button small onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

type LoadedProps<T> = { query: UseQueryResult<T, CallError>; lines?: number; children: (data: T) => ReactNode }

/** The answer of a query, a skeleton before it, or its error. The last answer stays during a refresh. */
export function Loaded<T>({ query, lines = 3, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <ErrorState error={query.error} retry={() => void query.refetch()} />
  return <Skeleton lines={lines} />
}
