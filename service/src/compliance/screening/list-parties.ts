import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { idFilter, page, type PageRequest } from '../../base/http/pages.ts'
import type { HitState } from './hits.ts'
import { readParties } from './register-rows.ts'
import type { PartyOwner } from './subject-kinds.ts'
import { partyTitle } from './words.ts'

type Row = {
  id: string
  institution_id: string
  subject_kind: PartyOwner
  subject_id: string
  part: string
  name: string | null
  open: number
  cleared: number
  confirmed: number
  created_at: string
}

const select = `
  select * from (
    select p.id, p.institution_id, p.subject_kind, p.subject_id, p.part, p.content ->> 'name' as name, found.*
    from compliance.party p cross join lateral (
      select (count(*) filter (where state = 'open'))::int as open, (count(*) filter (where state = 'cleared'))::int as cleared,
        (count(*) filter (where state = 'confirmed'))::int as confirmed, min(created_at) as created_at
      from compliance.hit h where h.party_hash = p.hash) found
    where p.ended_at is null and found.created_at is not null) matched`

type Filters = { institutionid?: string | undefined; state?: HitState | undefined }

/** Registered parties with matches, the newest match first. */
export async function listParties(sql: Sql, { institutionid, state, ...request }: PageRequest & Filters) {
  const only = { open: 'open > $?', cleared: 'cleared > $?', confirmed: 'confirmed > $?' } as const
  const { rows, next_cursor } = await page<Row>(sql, request, {
    select,
    values: [],
    filters: { ...idFilter('institution_id', institutionid), ...(state !== undefined && { [only[state]]: 0 }) },
  })
  return { items: rows.map(view), next_cursor }
}

/** One registered party, with the name of a natural person too. */
export async function findParty(env: Env, sql: Sql, id: string) {
  const { rows } = await page<Row>(sql, { limit: 1 }, { select, values: [], filters: idFilter('id', id) })
  const [row] = rows
  const [known] = row ? await readParties(env, sql, 'id = $1', [row.id]) : []
  if (!row || !known) throw new ApiError('not_found', { partyid: id }, 'There is no such party with a match.')
  return { ...view(row), name: known.party?.name ?? null, hash: known.hash }
}

const view = ({ id, institution_id, subject_kind, subject_id, created_at, ...row }: Row) => ({
  partyid: id,
  institutionid: institution_id,
  kind: subject_kind,
  subject: subject_id,
  what: partyTitle({ subject_kind, part: row.part }),
  name: row.name,
  open: row.open,
  cleared: row.cleared,
  confirmed: row.confirmed,
  since: created_at,
})
