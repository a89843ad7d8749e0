import { isWithinTimes } from '@specie/protocol/fields.ts'
import { textFlaw } from '@specie/protocol/text.ts'
import type { Sql } from './db.ts'
import { isUuid } from '../ids.ts'
import { ApiError } from '../http/errors.ts'

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
  /** Begins the name under which the statement is prepared; only for selects that hold no filter that is not asked for. */
  name?: string
}

export type Page<Row> = { rows: Row[]; next_cursor: string | null }

type Place = { created_at: Date; id: string }

/** By column; or by a condition that names the place of its value, `$?`. */
export type Filters = { readonly [columnOrCondition: string]: unknown }

/**
 * `select and column = $2 …`: the filters that were given. What is not asked for is not in the statement. A plan is made
 * without values: of «null, or equal» it cannot know that all rows are meant, and would sort them for one page.
 */
export function filtered(select: string, values: readonly unknown[], filters: Filters): Listing {
  const all = [...values]
  const conditions = Object.entries(filters).flatMap(([condition, value]) => {
    if (value === undefined) return []
    const place = `$${all.push(value)}`
    return condition.includes('$?') ? condition.replaceAll('$?', place) : `${condition} = ${place}`
  })
  return { select: [select, ...conditions].join(' and '), values: all }
}

/** The row with this id; a malformed id is nobody's. */
export const idFilter = (column: string, id: string | undefined): Filters =>
  id === undefined || isUuid(id) ? { [`${column} = $?::uuid`]: id } : { '$?::text is null': id }

/** How many rows are read for a page, written into the statement: without a number, a plan is made for a tenth of all rows. */
const pageSizes = [10, 50, 100, 500]

/**
 * One page of a list, by place and not by count: rows that are added meanwhile neither repeat nor hide any. A cursor is
 * good for the sort that it came from.
 */
export async function page<Row extends Place>(sql: Sql, ask: PageAsk, listing: Listing): Promise<Page<Row>> {
  const sort = ask.sort ?? 'desc'
  const limit = ask.limit ?? 100
  const { id = 'text', name } = listing
  const values = [...listing.values]
  const put = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (ask.from !== undefined) conditions.push(`created_at >= ${put(ask.from)}`)
  if (ask.to !== undefined) conditions.push(`created_at < ${put(ask.to)}`)
  if (ask.cursor !== undefined) {
    const after = placeOf(ask.cursor, sort, id)
    const beyond = sort === 'asc' ? '>' : '<'
    conditions.push(`(created_at, id::${id}) ${beyond} (${put(after.created_at)}, ${put(after.id)}::${id})`)
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const text = `select * from (${listing.select}) listed ${where}
    order by created_at ${sort}, id::${id} ${sort} limit ${pageSizes.find((size) => size >= limit)! + 1}`
  const rows = await sql.query<Row>({ text, values, ...(name === undefined ? {} : { name: nameOf(name, text) }) })
  const shown = rows.slice(0, limit)
  return { rows: shown, next_cursor: rows.length > limit ? cursorOf(shown.at(-1)!, sort) : null }
}

const names = new Map<string, string>()

/** The same text has the same name: there are as many as there are combinations of filters. */
function nameOf(name: string, text: string): string {
  let known = names.get(text)
  if (known === undefined) names.set(text, (known = `${name} ${names.size}`))
  return known
}

const cursorOf = ({ created_at, id }: Place, sort: string): string =>
  Buffer.from(`${sort} ${created_at.toISOString()} ${id}`).toString('base64url')

function placeOf(cursor: string, sort: string, type: 'uuid' | 'text'): Place {
  const [given, at = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const created_at = new Date(at)
  const isId = type === 'uuid' ? isUuid(id) : id !== '' && textFlaw(id) === null
  if (given !== sort || rest.length > 0 || !isId || !isWithinTimes(created_at.getTime())) {
    throw new ApiError('invalid_cursor', { cursor })
  }
  return { created_at, id }
}
