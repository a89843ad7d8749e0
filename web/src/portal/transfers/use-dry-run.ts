import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type CallName, type Input, type Output } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import { useSettled } from './use-settled.ts'

export type DryRun<A> = {
  /** What would happen; it stays while the next one is asked for. */
  answer: A | undefined
  error: CallError | null
  /** Neither answered nor refused yet, for what the form says now. */
  isPending: boolean
}

/** What the service says would happen, without doing it, once one pauses. `null`: the form is not complete. */
export function useDryRun<N extends CallName>(name: N, input: Input<N> | null): DryRun<Output<N>> {
  const settled = useSettled(input)
  const run = useQuery<Output<N>, CallError>({
    queryKey: [name, 'dry run', settled],
    queryFn: ({ signal }) => call(name, { ...settled, validate: 'true' } as Input<N>, signal),
    enabled: settled !== null,
    refetchInterval: 30_000,
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (input === null || settled === null) return { answer: undefined, error: null, isPending: false }
  const isBehind = JSON.stringify(input) !== JSON.stringify(settled) || run.isPlaceholderData || run.isPending
  return { answer: run.error === null ? run.data : undefined, error: isBehind ? null : run.error, isPending: isBehind }
}
