import { createHash } from 'node:crypto'
import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import { ApiError } from '../base/http/errors.ts'

// A cursor is valid for one call, its filters and one institution. It begins with a mark of these. The mark is not secret,
// because a list shows only the institution's own rows; it turns a mistake into an error instead of a wrong page.

type ListRequest = { cursor?: string | undefined; limit?: number | undefined; sort?: 'asc' | 'desc' | undefined }

/** The page size may change from one page to the next, so it is not part of the mark. */
export function cursorMark(call: string, institutionId: string, request: ListRequest): string {
  const { cursor: _cursor, limit: _limit, sort = 'desc', ...filters } = request
  const content = JSON.parse(JSON.stringify([call, institutionId, sort, filters])) as Json
  return createHash('sha256').update(canonical(content)).digest('base64url').slice(0, 16)
}

/** The request with the cursor as the list expects it. */
export function withoutMark<A extends ListRequest>(mark: string, request: A): A {
  const { cursor } = request
  if (cursor === undefined) return request
  if (cursor.startsWith(mark)) return { ...request, cursor: cursor.slice(mark.length) }
  throw new ApiError(
    'invalid_cursor',
    { cursor },
    'This cursor belongs to another call, other filters or another institution. Start again without `cursor`.',
  )
}

export const withMark = (mark: string, cursor: string | null): string | null => (cursor === null ? null : mark + cursor)
