import { createHash } from 'node:crypto'
import { canonical, type Json } from '@specie/protocol/json.ts'
import { ApiError } from '../base/http/errors.ts'

// A cursor belongs to the call, the filters and the institution that got it: it begins with a mark of these. The mark is no
// secret, for a list shows nobody more than its own rows; it is there so that a mistake is told and not answered.

type Ask = { cursor?: string | undefined; limit?: number | undefined; sort?: 'asc' | 'desc' | undefined }

/** How long a page is may change from one to the next. */
export function markOf(call: string, institutionId: string, ask: Ask): string {
  const { cursor: _cursor, limit: _limit, sort = 'desc', ...filters } = ask
  const asked = JSON.parse(JSON.stringify([call, institutionId, sort, filters])) as Json
  return createHash('sha256').update(canonical(asked)).digest('base64url').slice(0, 16)
}

/** The cursor as the list knows it. */
export function unmarked<A extends Ask>(mark: string, ask: A): A {
  const { cursor } = ask
  if (cursor === undefined) return ask
  if (cursor.startsWith(mark)) return { ...ask, cursor: cursor.slice(mark.length) }
  throw new ApiError(
    'invalid_cursor',
    { cursor },
    'This cursor is not of this call, these filters and this institution.',
  )
}

export const marked = (mark: string, cursor: string | null): string | null => (cursor === null ? null : mark + cursor)
