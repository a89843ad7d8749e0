import { useInfiniteQuery } from '@tanstack/react-query'
import { call, type Input, type Output } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import type { List } from '../../api/use-call.ts'

/** Where each call has its rows: those of the signed API name them. */
const fields = { queryOrders: 'orders', queryTrades: 'trades', queryConversions: 'conversions' } as const

type Name = keyof typeof fields
type Page<N extends Name> = Output<N> & { next_cursor: string | null }
export type Row<N extends Name> = Output<N> extends Record<(typeof fields)[N], (infer R)[]> ? R : never

const rowsOf = <N extends Name>(name: N, page: Page<N>): Row<N>[] =>
  (page as unknown as Record<string, Row<N>[]>)[fields[name]]!

/** A list of the signed API, page by page, as `useList` does for others. */
export function useRows<N extends Name>(name: N, filters: Input<N>): List<Row<N>> {
  const page = (cursor: string | undefined, signal?: AbortSignal, limit = '100') =>
    call(name, { ...filters, limit, ...(cursor && { cursor }) }, signal) as Promise<Page<N>>
  const query = useInfiniteQuery<Page<N>, CallError, { pages: Page<N>[] }, unknown[], string | undefined>({
    queryKey: [name, filters, 'list'],
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  return {
    rows: query.data?.pages.flatMap((one) => rowsOf(name, one)) ?? [],
    error: query.error,
    isPending: query.isPending,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
    all: async () => {
      const rows: Row<N>[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const one: Page<N> = await page(cursor, undefined, '500')
        rows.push(...rowsOf(name, one))
        cursor = one.next_cursor
      }
      return rows
    },
  }
}
