import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type CallError, errorOf, unreachable } from '../api/error.ts'
import { readMs, within } from '../api/timeouts.ts'

// Calls of the sandbox, which exist in UAT alone: for the explorer and the drawer.

/** With a body it does something; without one it reads. */
export async function sandbox<T>(path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`/sandbox/v1/${path}`, {
    ...(body ? signal && { signal } : { signal: within(readMs, signal) }),
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable()
  })
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as T
}

export function useSandbox<T>(
  path: string,
  options: { refetchInterval?: number | false; enabled?: boolean } = {},
): UseQueryResult<T, CallError> {
  return useQuery<T, CallError>({
    queryKey: ['sandbox', path],
    queryFn: ({ signal }) => sandbox<T>(path, undefined, signal),
    ...options,
  })
}
