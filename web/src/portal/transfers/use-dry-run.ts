import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type CallName, type Input, type Output } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import { useSettled } from './use-settled.ts'

/** What would happen, and what it would happen for. */
export type Outcome<N extends CallName> = { asked: Input<N>; answer: Output<N> }

type DryRun<N extends CallName> = {
  /** It stays while the next one is asked for. */
  outcome: Outcome<N> | undefined
  error: CallError | null
  /** Neither answered nor refused yet, for what the form says now. */
  isPending: boolean
}

/** What the service says would happen, without doing it, once one pauses. `null`: the form is not complete. */
export function useDryRun<N extends CallName>(name: N, input: Input<N> | null): DryRun<N> {
  const settled = useSettled(input)
  const run = useQuery<Outcome<N>, CallError>({
    queryKey: [name, 'dry run', settled],
    queryFn: async ({ signal }) => {
      const asked = settled as Input<N>
      return { asked, answer: await call(name, { ...asked, validate: 'true' }, signal) }
    },
    enabled: settled !== null,
    refetchInterval: 30_000,
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (input === null || settled === null) return { outcome: undefined, error: null, isPending: false }
  const isBehind = JSON.stringify(input) !== JSON.stringify(settled) || run.isPlaceholderData || run.isPending
  return { outcome: run.error === null ? run.data : undefined, error: isBehind ? null : run.error, isPending: isBehind }
}
