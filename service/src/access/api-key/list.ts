import type { Scope } from '@specie/protocol/endpoints/endpoint.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { keyCall, keyCallsCall, keysCall } from '@specie/protocol/portal/api-keys.ts'
import type { Sql } from '../../base/database/db.ts'
import { idFilter, type Listed, page, type PageRequest, type Position } from '../../base/http/pages.ts'
import type { Env } from '../../base/env.ts'
import { stepsOf } from '../../base/state-machine/steps.ts'
import { keyOf, type KeyState } from './row.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

type KeyPage = PeopleResponse<typeof keysCall>
type Calls = PeopleResponse<typeof keyCallsCall>

type Row = Position & {
  label: string
  state: KeyState
  scopes: Scope[]
  spki: Buffer
  ip_allowlist: string[]
  nonce_window_ms: number | null
  expires_at: string | null
  replaces: string | null
  revoke_at: string | null
  proven_at: string | null
  last_nonce: bigint
  last_used_at: string | null
}

// Admission sets the due time of the next call to a second later; the last use follows from it.
const select = `
  select k.id, k.created_at, k.label, k.state, k.scopes, k.spki, k.ip_allowlist::text[] as ip_allowlist, k.nonce_window_ms,
    k.expires_at, k.replaces, k.revoke_at, k.proven_at, u.last_nonce,
    case when u.next_at > '-infinity' then u.next_at - interval '1 second' end as last_used_at
  from access.api_key k join access.key_use u on u.key_id = k.id where k.institution_id = $1`

export async function listKeys(sql: Sql, institutionId: string, request: PageRequest): Promise<KeyPage> {
  const { rows, next_cursor } = await page<Row>(sql, request, { select, values: [institutionId] })
  return { items: rows.map(shown), next_cursor }
}

/** One key with its institution, for the staff. */
export async function findKey(sql: Sql, id: string) {
  const { institution_id: institutionid } = await keyOf(sql, { institutionId: null }, id)
  const { rows } = await page<Row>(sql, { limit: 1 }, { select, values: [institutionid], filters: idFilter('id', id) })
  return { ...shown(rows[0]!), institutionid }
}

const shown = ({ id, state, spki, last_nonce, ...row }: Listed<Row>): KeyPage['items'][number] => ({
  ...row,
  keyid: id,
  status: state,
  publickey: spki.toString('base64'),
  last_nonce: last_nonce < 0n ? null : String(last_nonce),
})

/** One key of an institution with its history. */
export async function keyView(sql: Sql, whose: OwnerFilter, id: string): Promise<PeopleResponse<typeof keyCall>> {
  await keyOf(sql, whose, id)
  const { institutionid: _, ...key } = await findKey(sql, id)
  return { ...key, steps: await stepsOf(sql, 'api_key', id) }
}

/** The last calls signed with this key, newest first. */
export async function recentCallsOf(sql: Sql, whose: OwnerFilter, id: string): Promise<Calls> {
  const key = await keyOf(sql, whose, id)
  const rows = await sql.query<Omit<Calls['items'][number], 'at'> & { at: Date }>(
    `select at, path, status, code, trace_id as traceid, ip from access.recent_call
     where key_id = $1 order by id desc limit 100`,
    [key.id],
  )
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), next_cursor: null }
}

/** The data of a key that its holder may see. */
export async function keyDetails(env: Pick<Env, 'db'>, id: string) {
  const [row] = await env.db.query<{
    keyid: string
    label: string
    status: KeyState
    scopes: Scope[]
    institutionid: string
    institution: string
    ip_allowlist: string[]
    nonce_window_ms: number | null
  }>(
    `select k.id as keyid, k.label, k.state as status, k.scopes, k.institution_id as institutionid, i.name as institution,
            k.ip_allowlist::text[] as ip_allowlist, k.nonce_window_ms
     from access.api_key k join directory.institution i on i.id = k.institution_id where k.id = $1`,
    [id],
  )
  if (!row) throw new Error(`there is no key ${id}`)
  return row
}
