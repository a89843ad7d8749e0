import { useInfiniteQuery } from '@tanstack/react-query'
import { call, type CallName, type Input, type Output } from '../api/call.ts'
import type { CallError } from '../api/error.ts'
import type { List } from '../api/use-call.ts'

type Page = { next_cursor: string | null }
type RowIn<Answer, Field> = Field extends keyof Answer ? (Answer[Field] extends (infer Row)[] ? Row : never) : never

/** A list of the signed API, page by page: there the rows have a name of their own, `supplychanges` or `deposits`. */
export function useMoneyList<N extends CallName, F extends keyof Output<N> & string>(
  name: N,
  field: F,
  filters: Input<N>,
): List<RowIn<Output<N>, F>> {
  type Row = RowIn<Output<N>, F>
  const page = (cursor: string | undefined, signal?: AbortSignal) =>
    call(name, { ...(filters as object), ...(cursor && { cursor }) } as Input<N>, signal)
  const rowsOf = (answer: Output<N>) => answer[field] as Row[]
  const cursorOf = (answer: Output<N>) => (answer as Page).next_cursor ?? undefined
  const query = useInfiniteQuery<Output<N>, CallError, { pages: Output<N>[] }, unknown[], string | undefined>({
    queryKey: [name, filters, 'list'],
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: cursorOf,
  })
  const all = async () => {
    const rows: Row[] = []
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const answer = await page(cursor)
      rows.push(...rowsOf(answer))
      cursor = cursorOf(answer)
    }
    return rows
  }
  return {
    rows: query.data?.pages.flatMap(rowsOf) ?? [],
    error: query.error,
    isPending: query.isPending,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
    all,
  }
}
