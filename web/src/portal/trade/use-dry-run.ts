import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, type CallName, type Input, type Output } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'

const settledMs = 300
/** The market moves on: what a dry run said is asked for again. */
const everyMs = 5_000

/** The value once it has stood still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settledMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export type DryRun<N extends CallName> = {
  /** What the call would answer; of the fields before these until the answer is there. */
  answer: Output<N> | undefined
  /** Whether the answer is about the fields as they are. */
  isCurrent: boolean
  error: CallError | null
}

/** What the service would do with these fields, by its own checks. `null`: they are not complete. */
export function useDryRun<N extends CallName>(
  name: N,
  fields: Omit<Input<N>, 'validate' | 'timestamp'> | null,
): DryRun<N> {
  const text = JSON.stringify(fields)
  const settled = useSettled(text)
  const query = useQuery<Output<N>, CallError>({
    queryKey: [name, 'dry run', settled],
    queryFn: ({ signal }) => {
      const input = { ...(JSON.parse(settled) as object), ...stamp(name), validate: 'true' }
      return call(name, input as unknown as Input<N>, signal)
    },
    enabled: fields !== null && settled !== 'null',
    refetchInterval: everyMs,
    placeholderData: (before) => before,
  })
  const isCurrent = fields !== null && settled === text && query.data !== undefined && !query.isPlaceholderData
  return {
    answer: fields === null ? undefined : query.data,
    isCurrent: isCurrent && query.error === null,
    error: fields !== null && settled === text ? query.error : null,
  }
}

/** An order says when it was made. */
const stamp = (name: CallName) => (name === 'addOrder' ? { timestamp: new Date().toISOString() } : {})
