import type { Sql } from './db.ts'
import { ApiError } from './http/errors.ts'

/** The shared query fields, checked (protocol/src/fields.ts: queryFields). */
export type PageAsk = {
  limit?: number | undefined
  cursor?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'asc' | 'desc' | undefined
}

export type Listing = {
  /** What is listed: any select that yields `id` and `created_at` beside the row's own columns; `$1`… are `values`. */
  select: string
  values: unknown[]
  /** The type of `id`. Text by default: lists that are long have an index by (…, created_at, id) and name its type. */
  id?: 'uuid' | 'text'
}

export type Page<Row> = { rows: Row[]; next_cursor: string | null }

type Place = { created_at: Date; id: string }

/**
 * One page of a list, by place and not by count: rows that are added meanwhile neither repeat nor hide any. A cursor is
 * good for the sort that it came from.
 */
export async function page<Row extends Place>(
  sql: Sql,
  ask: PageAsk,
  { select, values, id = 'text' }: Listing,
): Promise<Page<Row>> {
  const sort = ask.sort ?? 'desc'
  const limit = ask.limit ?? 100
  const after = ask.cursor === undefined ? null : placeOf(ask.cursor, sort)
  const n = values.length
  const rows = await sql.query<Row>(
    `select * from (${select}) listed
     where ($${n + 1}::timestamptz is null or created_at >= $${n + 1}) and ($${n + 2}::timestamptz is null or created_at < $${n + 2})
       and ($${n + 3}::timestamptz is null or (created_at, id::${id}) ${sort === 'asc' ? '>' : '<'} ($${n + 3}, $${n + 4}::${id}))
     order by created_at ${sort}, id::${id} ${sort} limit $${n + 5}`,
    [...values, ask.from ?? null, ask.to ?? null, after?.created_at ?? null, after?.id ?? null, limit + 1],
  )
  const shown = rows.slice(0, limit)
  return { rows: shown, next_cursor: rows.length > limit ? cursorOf(shown.at(-1)!, sort) : null }
}

const cursorOf = ({ created_at, id }: Place, sort: string): string =>
  Buffer.from(`${sort} ${created_at.toISOString()} ${id}`).toString('base64url')

function placeOf(cursor: string, sort: string): Place {
  const [given, at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const created_at = new Date(at)
  if (given !== sort || rest.length > 0 || id === '' || Number.isNaN(created_at.getTime())) {
    throw new ApiError('invalid_cursor', { cursor })
  }
  return { created_at, id }
}
