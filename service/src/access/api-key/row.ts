import type { Scope } from '@specie/protocol/endpoints/endpoint.ts'
import { machines, next } from '@specie/protocol/machines.ts'
import type { Sql } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import type { Stateful } from '../../base/state-machine/move.ts'
import { refusedInState } from '../../base/state-machine/refusal.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

export const keyMachine: Stateful = { machine: machines.api_key, table: 'access.api_key' }
export type KeyState = keyof typeof machines.api_key.states
export const usableStates: readonly string[] = ['active', 'rotating']

export type KeyRow = {
  id: string
  institution_id: string
  spki: Buffer
  label: string
  scopes: Scope[]
  state: KeyState
  replaces: string | null
  overlap_seconds: number | null
  revoke_at: Date | null
  frozen_by: 'institution' | 'approver' | 'staff' | null
}

/** The key with this id, or a 404; keys of other institutions are not found. */
export async function keyOf(
  sql: Sql,
  { institutionId }: OwnerFilter,
  id: string,
  lock: '' | 'for update' = '',
): Promise<KeyRow> {
  const [row] = isUuid(id)
    ? await sql.query<KeyRow>(
        `select id, institution_id, spki, label, scopes, state, replaces, overlap_seconds, revoke_at, frozen_by
         from access.api_key where id = $1 and institution_id = coalesce($2, institution_id) ${lock}`,
        [id, institutionId],
      )
    : []
  if (!row) throw new ApiError('not_found', { keyid: id }, 'There is no such key.')
  return row
}

/** Throws unless the key's state has this event. */
export function assertCan({ state }: KeyRow, event: string): void {
  if (next(machines.api_key, state, event) !== null) return
  throw refusedInState('key', machines.api_key, state, event)
}
