import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type CallName, type Input, type Output } from '../api/call.ts'
import type { CallError } from '../api/error.ts'
import { useSettled } from '../kit/use-settled.ts'

type Fields<N extends CallName> = Omit<Input<N>, 'validate' | 'timestamp'>
type Answered<N extends CallName> = { request: Input<N>; answer: Output<N> }

export type DryRun<N extends CallName> = {
  /** The fields that the answer is about. */
  request: Input<N> | undefined
  /** The answer that the call would give. The last one stays until the next arrives. */
  answer: Output<N> | undefined
  /** The refusal of the current fields. */
  error: CallError | null
  /** The answer is about the current fields. */
  isCurrent: boolean
  /** The fields are complete, but have no answer or refusal yet. */
  isChecking: boolean
}

/**
 * Asks the service what a call would do, after a pause in typing and then every few seconds. Null: the form is
 * incomplete.
 */
export function useDryRun<N extends CallName>(name: N, fields: Fields<N> | null, everyMs = 15_000): DryRun<N> {
  const text = JSON.stringify(fields)
  const settled = useSettled(text)
  const isReady = fields !== null && settled === text
  const query = useQuery<Answered<N>, CallError>({
    queryKey: [name, 'dry run', settled],
    queryFn: async ({ signal }) => {
      const request = { ...(JSON.parse(settled) as Fields<N>), ...stamp(name), validate: 'true' } as unknown as Input<N>
      return { request, answer: await call(name, request, signal) }
    },
    enabled: isReady,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
  const isAnswered = isReady && !query.isPlaceholderData && !query.isPending
  const shown = fields === null || query.error !== null ? undefined : query.data
  return {
    request: shown?.request,
    answer: shown?.answer,
    error: isAnswered ? query.error : null,
    isCurrent: isAnswered && query.error === null,
    isChecking: fields !== null && !isAnswered,
  }
}

/** An order has a timestamp. */
const stamp = (name: CallName) => (name === 'addOrder' ? { timestamp: new Date().toISOString() } : {})
