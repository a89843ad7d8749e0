import type { HeldKind, HoldReason } from '@specie/protocol/holds.ts'
import type { machines } from '@specie/protocol/machines.ts'
import type { Sql } from '../base/database/db.ts'
import { type Filters, idFilter, page, type PageRequest } from '../base/http/pages.ts'
import { ApiError } from '../base/http/errors.ts'
import { creatorsOf } from '../base/state-machine/history.ts'
import { idsOf } from '../base/state-machine/transitions.ts'
import { automaticActors } from './holds.ts'

type Row = {
  id: string
  institution_id: string
  subject_kind: HeldKind | null
  subject_id: string | null
  reason: HoldReason
  state: keyof typeof machines.hold.states
  cause: string | null
  maker: string | null
  checker: string | null
  created_at: string
  updated_at: string
}

export type ListedHold = ReturnType<typeof shown>

export type HoldFilters = {
  state?: string | undefined
  institutionid?: string | undefined
  kind?: string | undefined
  reason?: string | undefined
}

/** Holds for staff, newest first. */
export const listHolds = (
  sql: Sql,
  { state, institutionid, kind, reason, ...request }: PageRequest & HoldFilters,
): Promise<{ items: ListedHold[]; next_cursor: string | null }> =>
  found(sql, request, { state, reason, subject_kind: kind, ...idFilter('institution_id', institutionid) })

export async function findHold(sql: Sql, id: string): Promise<ListedHold> {
  const { items } = await found(sql, { limit: 1 }, idFilter('id', id))
  if (!items[0]) throw new ApiError('not_found', { holdid: id }, 'There is no such hold.')
  return items[0]
}

const select = `
  select id, institution_id, subject_kind, subject_id, reason, state, cause, maker, checker, created_at, updated_at
  from compliance.hold`

async function found(sql: Sql, request: PageRequest, filters: Filters) {
  const { rows, next_cursor } = await page<Row>(sql, request, { select, values: [], filters })
  const creators = await creatorsOf(sql, idsOf(rows))
  return { items: rows.map((row) => shown(row, creators.get(row.id) ?? '')), next_cursor }
}

const shown = ({ id, institution_id, subject_kind, subject_id, ...row }: Row, placedBy: string) => ({
  ...row,
  holdid: id,
  institutionid: institution_id,
  kind: subject_kind,
  on: subject_id ?? `next ${subject_kind}`,
  placed_by: placedBy,
  // A booking of the bank or a chain creates a debt: the service places these holds, even in the name of another actor.
  automatic: automaticActors.includes(placedBy) || row.reason === 'debt_review',
})
