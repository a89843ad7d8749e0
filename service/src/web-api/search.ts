import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { pageOf, type PlaceKind, places } from '@specie/protocol/web-api/places.ts'
import type { portalSearchCall } from '@specie/protocol/portal/search.ts'
import type { Env } from '../base/env.ts'
import { isUuid } from '../base/ids.ts'
import type { Field, Found, Searchable } from '../base/searchable.ts'
import { subjectsOfTransaction } from '../chains/list-for-staff.ts'
import { institutionNames } from '../directory/institutions.ts'

// One field that searches everything. Rooms declare their searchable rows; all statements are made here, so that each one
// limits the owner.

/** The kinds are shown in this order. */
const order: readonly PlaceKind[] = [
  'institution',
  'agreement',
  'api_key',
  'wallet',
  'bank_account',
  'approval',
  'member',
  'staff',
  'mint',
  'redemption',
  'withdrawal',
  'deposit',
  'rail',
  'payment',
  'order',
  'conversion',
  'wire',
  'payout',
  'bank_case',
  'hold',
  'journal',
]

const inOrder = (all: readonly Searchable[]): Searchable[] =>
  all.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))

/** The owner of the results: one institution in its portal; all in the console. */
export type Scope =
  | { readonly side: 'portal'; readonly institutionId: string; readonly mayRead: MayRead }
  | { readonly side: 'console'; readonly roles: readonly string[]; readonly mayRead: MayRead }

export type MayRead = (kind: PlaceKind) => boolean

export type Results = PeopleResponse<typeof portalSearchCall>

/** The largest number of results of one kind, and of all kinds together. */
const maxOfKind = 5
const maxResults = 30
const shortest = 2

export async function search(env: Env, q: string | undefined, scope: Scope): Promise<Results> {
  const text = q?.trim() ?? ''
  if (text.length < shortest && !/^\d$/.test(text)) return { items: [] }
  const ids = isUuid(text) ? [text.toLowerCase()] : await subjectsOfTransaction(env.db, text)
  const found = await Promise.all(
    inOrder(env.runtime.rooms.searchable)
      .filter((one) => isOffered(one, scope))
      .map((one) => resultsOf(env, one, scope, text, ids)),
  )
  const rows = found.flat().slice(0, maxResults)
  const names = await institutionNames(
    env.db,
    rows.flatMap(({ institution_id }) => institution_id ?? []),
  )
  return {
    items: rows.map(({ kind, id, title, institution_id }) => ({
      kind,
      id,
      title,
      institution: institution_id === null ? null : { id: institution_id, name: names.get(institution_id) ?? '' },
      path: pageOf(kind, id, scope.side)!,
    })),
  }
}

/** The items with these ids, as far as this side may read them: their titles and pages. */
export async function itemsById(
  env: Env,
  ids: readonly string[],
  scope: Scope,
): Promise<Map<string, { title: string; path: string }>> {
  if (ids.length === 0) return new Map()
  const found = await Promise.all(
    env.runtime.rooms.searchable
      .filter((one) => one.id === 'uuid' && isOffered(one, scope))
      .map((one) => rowsOf(env, one, scope, (add) => [`id = any(${add(ids)}::uuid[])`], ids.length)),
  )
  return new Map(found.flat().map(({ kind, id, title }) => [id, { title, path: pageOf(kind, id, scope.side)! }]))
}

function isOffered({ kind, only }: Searchable, scope: Scope): boolean {
  if (places[kind][scope.side] === null || (only ?? scope.side) !== scope.side) return false
  return scope.mayRead(kind)
}

const resultsOf = (env: Env, one: Searchable, scope: Scope, text: string, ids: readonly string[]) =>
  rowsOf(env, one, scope, (add) => matchesOf(one, scope, text, ids, add), maxOfKind)

/** The rows of a kind that match one of the conditions. */
async function rowsOf(
  env: Env,
  one: Searchable,
  scope: Scope,
  conditions: (add: (value: unknown) => string) => string[],
  limit: number,
) {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const matches = conditions(add)
  if (matches.length === 0) return []
  const whose = scope.side === 'portal' ? `institution_id = ${add(scope.institutionId)}::uuid` : 'true'
  const rows = await env.db.query<Found>(
    `select * from (select ${one.columns} from ${one.from}) found where ${whose} and (${matches.join(' or ')}) limit ${limit}`,
    values,
  )
  const seen = rows.filter((row) => scope.side === 'portal' || (one.mayRead?.(row, scope.roles) ?? true))
  return seen.map((row) => ({
    kind: one.kind,
    id: String(row.id),
    title: one.title(row),
    institution_id: row.institution_id,
  }))
}

/** A search for an id returns only the row with that id. */
function matchesOf(
  { id, fields }: Searchable,
  scope: Scope,
  text: string,
  ids: readonly string[],
  add: (value: unknown) => string,
): string[] {
  const byId = id === 'uuid' && ids.length > 0 ? [`id = any(${add(ids)}::uuid[])`] : []
  if (isUuid(text)) return byId
  const byNumber = id === 'number' && /^\d{1,18}$/.test(text) ? [`id = ${add(text)}::bigint`] : []
  const usable = fields.filter(({ withinInstitution }) => scope.side === 'portal' || !withinInstitution)
  return [...byId, ...byNumber, ...usable.flatMap((field) => matchOf(field, text, add))]
}

function matchOf({ sql, how, value }: Field, text: string, add: (value: unknown) => string): string[] {
  const wanted = value === undefined ? text : value(text)
  if (wanted === null) return []
  if (how === 'exact') return [`${sql} = ${add(wanted)}`]
  // As a range of bytes, because LIKE uses an index only when the planner knows the text.
  const start = wanted.toLowerCase()
  return [`(${sql} ~>=~ ${add(start)} and ${sql} ~<~ ${add(start + lastCharacter)})`]
}

const lastCharacter = '\u{10ffff}'
