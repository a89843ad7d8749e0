import { machines, next } from '@specie/protocol/machines.ts'
import type { Channel, EntityDraft } from '@specie/protocol/onboarding/kyb.ts'
import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { type By, move, setActor, type Stateful } from '../../base/state-machine/move.ts'
import type { Risk } from './risk.ts'

export const kybMachine: Stateful = { machine: machines.kyb_case, table: 'onboarding.kyb_case' }
export type KybState = keyof typeof machines.kyb_case.states

/** A match with a watchlist, by the id of its subject, because names are personal data. */
export type ScreeningHit = { subject: string; part?: PartyPart; list: string; effect: string; score: number }

/** Which name of its subject a party is; `chain.0`: the company between that is nearest to the institution. */
export type PartyPart = 'legal_name' | 'trading_name' | 'name' | `chain.${number}`

/** What a screening compared. The lists as they were, and the parties. Only names of companies of the case are kept. */
export type Screened = {
  at: string
  lists: { list: string; effect: string; entries: number; changed_at: string }[]
  parties: { subject: string; part: PartyPart; name: string | null }[]
}

export type KybCase = {
  readonly id: string
  readonly institution_id: string
  readonly state: KybState
  readonly channel: Channel
  readonly entity: EntityDraft
  /** Null: not screened yet. */
  readonly screening: ScreeningHit[] | null
  /** Null: not screened yet, or before it was recorded. */
  readonly screened: Screened | null
  readonly risk: Risk | null
  readonly submitted_at: Date | null
  readonly review_due_at: Date | null
  readonly review_deadline: Date | null
  readonly confirmed_at: Date | null
  readonly erased_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

export async function findCase(sql: Sql, institutionId: string): Promise<KybCase> {
  return found(await select(sql, institutionId, ''))
}

export async function lockCase(tx: Tx, institutionId: string): Promise<KybCase> {
  return found(await select(tx, institutionId, 'for update'))
}

async function select(sql: Sql, institutionId: string, lock: string): Promise<KybCase | undefined> {
  if (!isUuid(institutionId)) return undefined
  const [row] = await sql.query<KybCase>(`select * from onboarding.kyb_case where institution_id = $1 ${lock}`, [
    institutionId,
  ])
  return row
}

function found(row: KybCase | undefined): KybCase {
  if (row === undefined) throw new ApiError('not_found', {}, 'There is no such institution.')
  return row
}

/** Creates an institution with an empty case. Returns its id. */
export async function createInstitution(
  env: Env,
  tx: Tx,
  { name, channel }: { name: string; channel: Channel },
  by: By,
): Promise<string> {
  const id = env.ids.uuid(by.at)
  await tx.query('insert into directory.institution (id, name, created_at) values ($1, $2, $3)', [id, name, by.at])
  await setActor(tx, by)
  await tx.query(
    `insert into onboarding.kyb_case (id, institution_id, state, channel, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [env.ids.uuid(by.at), id, kybMachine.machine.initial, channel, by.at],
  )
  return id
}

/** Moves a locked case; an impossible step is refused with the current state. */
export async function moveCase(tx: Tx, kyb: KybCase, event: string, by: By): Promise<KybCase> {
  if (next(kybMachine.machine, kyb.state, event) === null) throw notNow(kyb)
  return { ...kyb, state: (await move(tx, kybMachine, kyb.id, event, by)) as KybState }
}

export const notNow = ({ state }: KybCase): ApiError =>
  badRequest('state', `The KYB case is ${state}: this is not possible now.`)

/** Writes an audit entry about the institution, without personal data. */
export const note = (
  tx: Tx,
  { actor, why, from }: By,
  action: AuditAction & `kyb.${string}`,
  institutionId: string,
  detail: Record<string, string> = {},
): void => audit(tx, { actor, action, subject: institutionId, detail: { why, ...detail, ...from } })
