import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type CallName, type Input, type Output } from '../api/call.ts'
import type { CallError } from '../api/error.ts'
import { useSettled } from '../kit/use-settled.ts'

/** The service's check of a text after a pause in typing; undefined before. */
export function useChecked<N extends CallName>(name: N, text: string, input: Input<N>): Output<N> | undefined {
  const settled = useSettled(text)
  const checked = useQuery<Output<N>, CallError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    enabled: settled === text && text.trim() !== '',
    refetchInterval: false,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return settled === text && !checked.isPlaceholderData && text.trim() !== '' ? checked.data : undefined
}
