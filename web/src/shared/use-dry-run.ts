import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type CallName, type Input, type Output } from '../api/call.ts'
import type { CallError } from '../api/error.ts'
import { useSettled } from '../kit/use-settled.ts'

type Fields<N extends CallName> = Omit<Input<N>, 'validate' | 'timestamp'>
type Answered<N extends CallName> = { asked: Input<N>; answer: Output<N> }

export type DryRun<N extends CallName> = {
  /** The fields that the answer is about. */
  asked: Input<N> | undefined
  /** What the call would answer. It stays while the next answer is on its way. */
  answer: Output<N> | undefined
  /** Why the fields as they are would be refused. */
  error: CallError | null
  /** The answer is about the fields as they are. */
  isCurrent: boolean
  /** The fields are complete, and neither answered nor refused yet. */
  isChecking: boolean
}

/** Asks the service what a call would do, once typing pauses, and again every few seconds. Null: the form is incomplete. */
export function useDryRun<N extends CallName>(name: N, fields: Fields<N> | null, everyMs = 15_000): DryRun<N> {
  const text = JSON.stringify(fields)
  const settled = useSettled(text)
  const isReady = fields !== null && settled === text
  const query = useQuery<Answered<N>, CallError>({
    queryKey: [name, 'dry run', settled],
    queryFn: async ({ signal }) => {
      const asked = { ...(JSON.parse(settled) as Fields<N>), ...stamp(name), validate: 'true' } as unknown as Input<N>
      return { asked, answer: await call(name, asked, signal) }
    },
    enabled: isReady,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
  const isAnswered = isReady && !query.isPlaceholderData && !query.isPending
  const shown = fields === null || query.error !== null ? undefined : query.data
  return {
    asked: shown?.asked,
    answer: shown?.answer,
    error: isAnswered ? query.error : null,
    isCurrent: isAnswered && query.error === null,
    isChecking: fields !== null && !isAnswered,
  }
}

/** An order carries the time at which it is made. */
const stamp = (name: CallName) => (name === 'addOrder' ? { timestamp: new Date().toISOString() } : {})
