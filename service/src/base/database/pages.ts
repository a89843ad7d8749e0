import { isWithinTimes } from '@specie/protocol/fields.ts'
import { textFlaw } from '@specie/protocol/text.ts'
import type { Sql } from './db.ts'
import { isUuid } from '../ids.ts'
import { ApiError } from '../http/errors.ts'

/** The validated query fields that all lists share (protocol/src/fields.ts: queryFields). */
export type PageRequest = {
  limit?: number | undefined
  cursor?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'asc' | 'desc' | undefined
}

export type Listing = {
  /** Any select that yields `id` and `created_at` beside the row's own columns; `$1`… are `values`. */
  select: string
  values: unknown[]
  /** The type of `id`, text by default. Long lists have an index by (…, created_at, id) and name its type. */
  id?: 'uuid' | 'text'
  /** Prefix of the prepared statement's name. Only for selects without conditions for filters that were not given. */
  name?: string
}

export type Page<Row> = { rows: Row[]; next_cursor: string | null }

type Position = { created_at: Date; id: string }

/** By column; or by a condition with `$?` in place of its value. */
export type Filters = { readonly [columnOrCondition: string]: unknown }

/**
 * `select and column = $2 …`: the filters that were given. Absent filters are left out of the statement: a plan is made
 * without values, so it cannot know that «null, or equal» means all rows, and would sort all of them for one page.
 */
export function filtered(select: string, values: readonly unknown[], filters: Filters): Listing {
  const all = [...values]
  const conditions = Object.entries(filters).flatMap(([condition, value]) => {
    if (value === undefined) return []
    const placeholder = `$${all.push(value)}`
    return condition.includes('$?') ? condition.replaceAll('$?', placeholder) : `${condition} = ${placeholder}`
  })
  return { select: [select, ...conditions].join(' and '), values: all }
}

/** The row with this id; a malformed id matches nothing. */
export const idFilter = (column: string, id: string | undefined): Filters =>
  id === undefined || isUuid(id) ? { [`${column} = $?::uuid`]: id } : { '$?::text is null': id }

/** Row limits, written into the statement as a literal: without a number, the planner assumes a tenth of all rows. */
const pageSizes = [10, 50, 100, 500]

/**
 * One page of a list, by position and not by offset: rows added between two pages are neither repeated nor skipped. A
 * cursor is valid only for the sort order that it was made for.
 */
export async function page<Row extends Position>(sql: Sql, request: PageRequest, listing: Listing): Promise<Page<Row>> {
  const sort = request.sort ?? 'desc'
  const limit = request.limit ?? 100
  const { id = 'text', name } = listing
  const values = [...listing.values]
  const placeholder = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (request.from !== undefined) conditions.push(`created_at >= ${placeholder(request.from)}`)
  if (request.to !== undefined) conditions.push(`created_at < ${placeholder(request.to)}`)
  if (request.cursor !== undefined) {
    const after = positionOf(request.cursor, sort, id)
    const operator = sort === 'asc' ? '>' : '<'
    conditions.push(
      `(created_at, id::${id}) ${operator} (${placeholder(after.created_at)}, ${placeholder(after.id)}::${id})`,
    )
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const text = `select * from (${listing.select}) listed ${where}
    order by created_at ${sort}, id::${id} ${sort} limit ${pageSizes.find((size) => size >= limit)! + 1}`
  const rows = await sql.query<Row>({ text, values, ...(name === undefined ? {} : { name: nameOf(name, text) }) })
  const visible = rows.slice(0, limit)
  return { rows: visible, next_cursor: rows.length > limit ? cursorOf(visible.at(-1)!, sort) : null }
}

const names = new Map<string, string>()

/** The same text gets the same name: there is one per combination of filters. */
function nameOf(name: string, text: string): string {
  let existing = names.get(text)
  if (existing === undefined) names.set(text, (existing = `${name} ${names.size}`))
  return existing
}

const cursorOf = ({ created_at, id }: Position, sort: string): string =>
  Buffer.from(`${sort} ${created_at.toISOString()} ${id}`).toString('base64url')

function positionOf(cursor: string, sort: string, type: 'uuid' | 'text'): Position {
  const [cursorSort, at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const created_at = new Date(at)
  const isId = type === 'uuid' ? isUuid(id) : id !== '' && textFlaw(id) === null
  if (cursorSort !== sort || rest.length > 0 || !isId || !isWithinTimes(created_at.getTime())) {
    throw new ApiError('invalid_cursor', { cursor })
  }
  return { created_at, id }
}
