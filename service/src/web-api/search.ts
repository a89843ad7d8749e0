import type { PeopleRequest, PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { pageOf, type PlaceKind, places } from '@specie/protocol/web-api/places.ts'
import type { portalSearchCall } from '@specie/protocol/portal/search.ts'
import type { Statement } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Found, Searchable } from '../base/searchable.ts'
import { subjectsOfTransaction } from '../chains/list-for-staff.ts'
import { institutionNames } from '../directory/institutions.ts'
import { maxOfKind, readingsOf, type Scope, statementById, statementsOf, type Wanted } from './search-statements.ts'

// One field that searches everything. Rooms declare their searchable rows.

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

export type Results = PeopleResponse<typeof portalSearchCall>

/** The largest number of results of all kinds together. */
const maxResults = 30
const shortest = 2

export type SearchRequest = PeopleRequest<typeof portalSearchCall>

export async function search(env: Env, { q, zone = 'UTC' }: SearchRequest, scope: Scope): Promise<Results> {
  const text = q?.trim() ?? ''
  if (text.length < shortest && !/^\d$/.test(text)) return { items: [] }
  const readings = readingsOf(text, zone, env.clock.now())
  const wanted = { ...readings, ids: await subjectsOfTransaction(env.db, readings.parts) }
  const found = await Promise.all(
    inOrder(env.runtime.rooms.searchable)
      .filter((one) => isOffered(one, scope))
      .map((one) => resultsOf(env, one, scope, wanted)),
  )
  const rows = found.flat().slice(0, maxResults)
  const names = await institutionNames(
    env.db,
    rows.flatMap(({ institution_id }) => institution_id ?? []),
  )
  return {
    items: rows.map(({ kind, id, title, at, institution_id }) => ({
      kind,
      id,
      title,
      at,
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
      .map((one) => readRows(env, one, scope, [statementById(one, scope, ids)], ids.length)),
  )
  return new Map(found.flat().map(({ kind, id, title }) => [id, { title, path: pageOf(kind, id, scope.side)! }]))
}

function isOffered({ kind, only }: Searchable, scope: Scope): boolean {
  if (places[kind][scope.side] === null || (only ?? scope.side) !== scope.side) return false
  return scope.mayRead(kind)
}

const resultsOf = (env: Env, one: Searchable, scope: Scope, wanted: Wanted) =>
  readRows(env, one, scope, statementsOf(one, scope, wanted), maxOfKind)

/** The rows of a kind that these statements find, each once. */
async function readRows(env: Env, one: Searchable, scope: Scope, statements: readonly Statement[], limit: number) {
  const rows = (await Promise.all(statements.map((statement) => env.db.query<Found>(statement)))).flat()
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  const seen = [...byId.values()].filter((row) => scope.side === 'portal' || (one.mayRead?.(row, scope.roles) ?? true))
  return seen.slice(0, limit).map((row) => ({
    kind: one.kind,
    id: String(row.id),
    title: one.title(row),
    at: row.created_at?.toISOString() ?? null,
    institution_id: row.institution_id,
  }))
}
