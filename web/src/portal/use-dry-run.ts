import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, type CallName, type Input, type Output } from '../api/call.ts'
import type { CallError } from '../api/error.ts'

const pauseMs = 350
const refreshMs = 15_000

type DryRun<N extends CallName> = {
  /** What would happen, as the service says it; undefined before it has said so. */
  answer: Output<N> | undefined
  /** Why it would be refused. */
  error: CallError | null
  /** Typed since the last answer, or being asked. */
  isChecking: boolean
}

/** Asks the service what a request would do, once one pauses typing, and again while it is looked at. Null: not yet complete. */
export function useDryRun<N extends CallName>(name: N, input: Input<N> | null): DryRun<N> {
  const text = input === null ? '' : JSON.stringify(input)
  const settled = useSettled(text)
  const isReady = text !== '' && settled === text
  const query = useQuery<Output<N>, CallError>({
    queryKey: [name, 'dry run', text],
    queryFn: ({ signal }) => call(name, { ...(input as object), validate: 'true' } as Input<N>, signal),
    enabled: isReady,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })
  const isAnswered = isReady && !query.isPlaceholderData && !query.isPending
  return {
    answer: text === '' || query.error !== null ? undefined : query.data,
    error: isAnswered ? query.error : null,
    isChecking: text !== '' && !isAnswered,
  }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
