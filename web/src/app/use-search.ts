import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Output } from '../api/call.ts'
import type { CallError } from '../api/error.ts'
import { useSettled } from '../kit/use-settled.ts'
import { mayDo, useMe } from './session.tsx'

export type Item = Output<'portalSearch'>['items'][number]

/** A day that is searched for begins where the person is. */
const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()

/** Longer than the pause between two keys. */
const quietMs = 180

/** The results for a text, once typing has stopped. */
export function useSearch(text: string): { items: readonly Item[]; busy: boolean; error: CallError | null } {
  const me = useMe()
  const name = me.person.side === 'staff' ? 'consoleSearch' : 'portalSearch'
  const may = mayDo(me, name === 'consoleSearch' ? 'search' : 'search.own')
  const wanted = text.trim().slice(0, 140)
  const quiet = useSettled(wanted, quietMs)
  const enabled = may && quiet.length > 1
  const found = useQuery<{ items: Item[] }, CallError>({
    queryKey: [name, quiet],
    queryFn: ({ signal }) => call(name, { q: quiet, zone }, signal),
    enabled,
    refetchInterval: false,
    placeholderData: keepPreviousData,
  })
  const isCurrent = quiet === wanted && !found.isPlaceholderData
  return {
    items: enabled && wanted.length > 1 ? (found.data?.items ?? []) : [],
    busy: may && wanted.length > 1 && (!isCurrent || found.isFetching) && found.error === null,
    error: enabled ? found.error : null,
  }
}
