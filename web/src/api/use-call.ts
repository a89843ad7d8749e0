import {
  QueryClient,
  useInfiniteQuery,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { call, type CallName, type Input, isError, type Output } from './call.ts'
import type { CallError } from './error.ts'
import { refreshMs } from './refresh.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Retry only a failure that may pass by itself: the service, or the connection, is down for a moment.
      retry: (count, error) => count < 2 && (isError(error, 'unreachable') || isError(error, 'service_unavailable')),
      refetchInterval: refreshMs,
      staleTime: 2_000,
    },
  },
})

type Interval = number | false | ((query: { state: { data?: unknown } }) => number)
export type CallOptions = { enabled?: boolean; refetchInterval?: Interval }

/** Blocks are counted by no feed. An answer with something that is confirming is repeated more often. */
export const whileConfirming: CallOptions = {
  refetchInterval: ({ state: { data } }) => (isConfirming(data) ? confirmingMs : refreshMs()),
}
const confirmingMs = 5_000
const isConfirming = (data: unknown): boolean => JSON.stringify(data ?? null).includes('"confirming"')

/** The steps of one thing, while blocks are counted for it or the provider of its wallet decides. */
export const whileCounting: CallOptions = {
  refetchInterval: ({ state: { data } }) => (isCounting(data) ? confirmingMs : refreshMs()),
}

function isCounting(data: unknown): boolean {
  const { confirmations, exchange } = (data ?? {}) as {
    confirmations?: { done: number; needed: number } | null
    exchange?: { is_waiting: boolean } | null
  }
  return exchange?.is_waiting === true || (confirmations != null && confirmations.done < confirmations.needed)
}

/** The answer of a call, kept up to date while it is shown. */
export function useCall<N extends CallName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): UseQueryResult<Output<N>, CallError> {
  return useQuery<Output<N>, CallError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, signal),
    ...options,
  })
}

/** Makes a call that changes something, then refreshes the screen. */
export function useAct<N extends CallName>(
  name: N,
  done?: (answer: Output<N>) => void,
): UseMutationResult<Output<N>, CallError, Input<N>> {
  const client = useQueryClient()
  return useMutation<Output<N>, CallError, Input<N>>({
    mutationFn: (input) => call(name, input),
    onSuccess: async (answer) => {
      done?.(answer)
      await client.invalidateQueries()
    },
  })
}

/**
 * The calls that answer with a page of rows, in `items` or, as the signed API does, in a named list such as
 * `deposits`.
 */
export type ListName = {
  [N in CallName]: Output<N> extends { next_cursor: string | null } ? N : never
}[CallName]
/** The members that are lists, by name; without index signatures. */
type Lists<A> = { [K in keyof A as string extends K ? never : K]: A[K] extends (infer R)[] ? R : never }
export type RowOf<N extends ListName> =
  Output<N> extends { items: (infer R)[] } ? R : Lists<Output<N>>[keyof Lists<Output<N>>]

export type List<R> = {
  rows: readonly R[]
  error: CallError | null
  isPending: boolean
  /** The time of the last answer; 0 before the first. */
  refreshedAt: number
  hasMore: boolean
  isLoadingMore: boolean
  loadMore(): void
  retry(): void
  /** Every row that fits the filters, for an export. */
  all(): Promise<R[]>
}

type Paged = { items: unknown[]; next_cursor: string | null }
type Answered = { items?: unknown[]; next_cursor: string | null }

const pageOf = (answer: Answered): Paged => ({
  items: answer.items ?? Object.values(answer).find((member) => Array.isArray(member)) ?? [],
  next_cursor: answer.next_cursor,
})

/** A list, page by page. */
export function useList<N extends ListName>(name: N, filters: Input<N>, options: CallOptions = {}): List<RowOf<N>> {
  const page = async (cursor: string | undefined, signal?: AbortSignal) =>
    pageOf(await call(name, { ...(filters as object), ...(cursor && { cursor }) } as Input<N>, signal))
  const query = useInfiniteQuery<Paged, CallError, { pages: Paged[] }, unknown[], string | undefined>({
    queryKey: [name, filters, 'list'],
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    ...options,
  })
  return {
    rows: (query.data?.pages.flatMap(({ items }) => items) ?? []) as RowOf<N>[],
    error: query.error,
    isPending: query.isPending,
    refreshedAt: query.dataUpdatedAt,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
    all: () => everyPage(page) as Promise<RowOf<N>[]>,
  }
}

async function everyPage(page: (cursor: string | undefined) => Promise<Paged>): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const { items, next_cursor } = await page(cursor)
    rows.push(...items)
    cursor = next_cursor ?? undefined
  }
  return rows
}
