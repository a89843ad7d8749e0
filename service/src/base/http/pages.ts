import { isWithinTimes } from '@specie/protocol/fields.ts'
import type { Sql } from '../database/db.ts'
import { typesWithIsoTimes } from '../database/types.ts'
import { isUuid } from '../ids.ts'
import { ApiError, badRequest } from './errors.ts'

/** The validated query fields that all lists share (protocol/src/fields.ts: queryFields). */
export type PageRequest = {
  limit?: number | undefined
  cursor?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'asc' | 'desc' | undefined
}

export type Listing = {
  /**
   * A select that yields `id` and `created_at` in addition to its own columns, or several of the same columns, whose rows are
   * merged. Long lists have an index by (…, created_at). `$1`… are `values`.
   */
  select: string | readonly string[]
  values: readonly unknown[]
  filters?: Filters
}

/** By column of the select; or by a condition with `$?` in place of its value. A filter without a value does not apply. */
export type Filters = { readonly [columnOrCondition: string]: unknown }

export type Page<Row> = { rows: Row[]; next_cursor: string | null }

/** The position of a row in its list. */
export type Position = { created_at: string; id: string }

/** A row as a list reads it. Times are ISO 8601 texts, as the API shows them. */
export type Listed<Row> = {
  [Column in keyof Row]: Row[Column] extends Date
    ? string
    : Row[Column] extends Date | null
      ? string | null
      : Row[Column]
}

/** Refuses a period whose end is before its beginning. */
export const endsBeforeItBegins = (): ApiError =>
  badRequest('after_from', 'The period ends before it begins. Send a `to` that is later than `from`.', 'to')

/**
 * The row with this id; a malformed id matches nothing and is not sent, because PostgreSQL may refuse its characters.
 */
export const idFilter = (column: string, id: string | undefined): Filters =>
  id === undefined || isUuid(id) ? { [`${column} = $?::uuid`]: id } : { '$?::boolean': false }

/** Row limits, written into the statement as a literal: without a number, the planner assumes a tenth of all rows. */
const pageSizes = [10, 50, 100, 500]

/**
 * One page of a list, by position and not by offset: rows added between two pages are neither repeated nor skipped. A
 * cursor is valid only for the sort order that it was made for.
 */
export async function page<Row extends Position>(
  sql: Sql,
  request: PageRequest,
  listing: Listing & { together?: (row: Row) => unknown },
): Promise<Page<Row>> {
  const { sort = 'desc', limit = 100 } = request
  const values = [...listing.values]
  const conditions = conditionsOf(request, sort, listing.filters ?? {}, (value) => `$${values.push(value)}`)
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const order = `order by created_at ${sort}, id ${sort} limit ${pageSizes.find((size) => size >= limit)! + 1}`
  const pages = [listing.select].flat().map((select) => `select * from (${select}) listed ${where} ${order}`)
  const rows = await sql.query<Row>({ text: merged(pages, order), values, types: typesWithIsoTimes })
  if (rows.length <= limit) return { rows, next_cursor: null }
  const visible = rows.slice(0, endOfPage(rows, limit, listing.together))
  return { rows: visible, next_cursor: cursorOf(visible.at(-1)!, sort) }
}

/**
 * A page ends before a group of rows that does not fit. A single group that is larger than the page is shown whole, as far
 * as it was read: groups are small.
 */
function endOfPage<Row>(rows: readonly Row[], limit: number, together?: (row: Row) => unknown): number {
  if (together === undefined) return limit
  const group = together(rows[limit]!)
  const start = rows.findIndex((row) => together(row) === group)
  if (start > 0) return Math.min(start, limit)
  const end = rows.findIndex((row) => together(row) !== group)
  return end === -1 ? rows.length : end
}

/** Each select gets its own limit, so that it reads no more rows than a page. */
function merged(pages: readonly string[], order: string): string {
  if (pages.length === 1) return pages[0]!
  return `select * from (${pages.map((one) => `(${one})`).join(' union all ')}) merged ${order}`
}

/**
 * Absent filters are left out of the statement. A plan is made without values, so it cannot know that «null, or equal»
 * means all rows, and would sort all of them for one page.
 */
function conditionsOf(
  { from, to, cursor }: PageRequest,
  sort: 'asc' | 'desc',
  filters: Filters,
  placeholder: (value: unknown) => string,
): string[] {
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) throw endsBeforeItBegins()
  const after = cursor === undefined ? undefined : positionOf(cursor, sort)
  const conditions = Object.entries({ ...filters, 'created_at >= $?': from, 'created_at < $?': to }).flatMap(
    ([condition, value]) => {
      if (value === undefined) return []
      return condition.includes('$?')
        ? condition.replaceAll('$?', placeholder(value))
        : `${condition} = ${placeholder(value)}`
    },
  )
  if (after === undefined) return conditions
  const operator = sort === 'asc' ? '>' : '<'
  return [
    ...conditions,
    `(created_at, id) ${operator} (${placeholder(new Date(after.created_at))}, ${placeholder(after.id)}::uuid)`,
  ]
}

const cursorOf = ({ created_at, id }: Position, sort: string): string =>
  Buffer.from(`${sort} ${created_at} ${id}`).toString('base64url')

function positionOf(cursor: string, sort: string): Position {
  const [cursorSort, created_at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (cursorSort !== sort || rest.length > 0 || !isUuid(id) || !isWithinTimes(Date.parse(created_at))) {
    throw new ApiError('invalid_cursor', { cursor })
  }
  return { created_at, id }
}
