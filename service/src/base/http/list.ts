import type { RequestOf, ResponseOf, SignedEndpoint } from '@specie/protocol/endpoints/endpoint.ts'
import type { Env } from '../env.ts'
import { type Filters, page, type Position } from './pages.ts'

// A list endpoint is a declaration: its rows, its filters, and the view of a row. Pages, cursors and the surrounding
// fields are the same for all.

/** The field of the answer that holds the rows: its only array. */
type RowsField<E extends SignedEndpoint> = {
  [Name in keyof ResponseOf<E>]: ResponseOf<E>[Name] extends readonly unknown[] ? Name : never
}[keyof ResponseOf<E>]

type ShownRow<E extends SignedEndpoint> = ResponseOf<E>[RowsField<E>] extends readonly (infer Shown)[] ? Shown : never

/** The handler of a list endpoint. */
export type List<E extends SignedEndpoint> = (
  env: Env,
  institutionId: string,
  request: RequestOf<E>,
) => Promise<ResponseOf<E> & { next_cursor: string | null }>

type Declaration<E extends SignedEndpoint, Row extends Position, Found> = {
  /** As in pages.ts; `$1` is the institution. */
  select: string | readonly string[]
  filters(request: RequestOf<E>): Filters
  /** Looks up data for all rows of a page at once. */
  lookUp?(env: Env, rows: readonly Row[]): Promise<Found>
  show(row: Row, found: Found): ShownRow<E>
}

export function listOf<E extends SignedEndpoint, Row extends Position, Found = undefined>(
  { response }: E,
  { select, filters, lookUp, show }: Declaration<E, Row, Found>,
): List<E> {
  const [field] = Object.entries(response.shape).find(([, { def }]) => def.type === 'array')!
  return async (env, institutionId, request) => {
    const listing = { select, values: [institutionId], filters: filters(request) }
    const { rows, next_cursor } = await page<Row>(env.db, request, listing)
    const found = (await lookUp?.(env, rows)) as Found
    const timestamp = env.clock.now().toISOString()
    return { timestamp, result: 'ok', next_cursor, [field]: rows.map((row) => show(row, found)) } as never
  }
}
