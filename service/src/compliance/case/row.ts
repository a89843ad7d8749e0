import type { AlertKind, CaseOutcome } from '@specie/protocol/cases.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { RiskClass } from '@specie/protocol/onboarding/kyb.ts'
import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { type SubjectKey, subjectKey, subjectKeys } from '../../base/personal-data.ts'
import type { By, Stateful } from '../../base/state-machine/move.ts'

export const caseMachine: Stateful = { machine: machines.case, table: 'compliance.case_file' }
export type CaseState = keyof typeof machines.case.states

export type Case = {
  readonly id: string
  /** The institution. Null: only the party is known. */
  readonly about: string | null
  readonly party: string | null
  readonly follows: string | null
  readonly risk_class: RiskClass
  readonly state: CaseState
  readonly assignee: string | null
  readonly due_at: Date
  readonly outcome: CaseOutcome | null
  readonly maker: string | null
  readonly checker: string | null
  readonly decided_at: Date | null
  readonly created_at: Date
}

export type CaseAlert = {
  readonly key: string
  readonly kind: AlertKind
  readonly source: string
  readonly subject_kind: string | null
  readonly subject_id: string | null
  readonly at: Date
}

const columns = ['id', 'about', 'party', 'follows', 'risk_class', 'state', 'assignee', 'due_at', 'outcome']
export const caseColumns = [...columns, 'maker', 'checker', 'decided_at', 'created_at'].join(', ')

export async function findCase(sql: Sql, id: string): Promise<Case> {
  const [found] = await sql.query<Case>(`select ${caseColumns} from compliance.case_file where id = $1`, [id])
  if (found === undefined) throw new ApiError('not_found', { id }, 'There is no such case.')
  return found
}

/** Locks all cases first, as the database does when it groups alerts. */
export async function lockCase(tx: Tx, id: string): Promise<Case> {
  await tx.query('select compliance.lock_cases()')
  return findCase(tx, id)
}

export const alertsOf = (sql: Sql, caseId: string): Promise<CaseAlert[]> =>
  sql.query<CaseAlert>(
    `select key, kind, source, subject_kind, subject_id, at from compliance.case_alert where case_id = $1 order by at, key`,
    [caseId],
  )

/** The case that a hold is in; null until it is grouped, and for a hold that needs none. */
export async function caseOfHold(sql: Sql, holdId: string): Promise<string | null> {
  const [row] = await sql.query<{ case_id: string }>('select case_id from compliance.case_alert where key = $1', [
    `hold:${holdId}`,
  ])
  return row?.case_id ?? null
}

/** The alerts as a decision signs them: their number, and the hash of their keys. */
export async function signedAlerts(sql: Sql, caseId: string): Promise<string> {
  const [row] = await sql.query<{ summary: string }>('select compliance.summary_of_case($1) as summary', [caseId])
  return row!.summary
}

/** The keys of the alerts that wait for a decision of their own. */
export async function undecidedOf(sql: Sql, caseId: string): Promise<Set<string>> {
  const rows = await sql.query<{ key: string }>('select key from compliance.undecided_of_case($1) key', [caseId])
  return new Set(rows.map(({ key }) => key))
}

export const isDecided = ({ state }: Pick<Case, 'state'>): boolean => state === 'closed' || state === 'reported'

export function assertUndecided(found: Case): void {
  if (isDecided(found))
    throw badRequest('decided', `This case is ${found.state}. A new alert opens a case that follows it.`, 'id')
}

// What people write is sealed with the key of the institution, so that it is erased with its other data; about a party alone,
// with a key of the case.

const keyOwner = ({ about, id }: Case): string => about ?? id

export const sealingKey = (env: Env, tx: Tx, found: Case): Promise<SubjectKey> => subjectKey(env, tx, keyOwner(found))

/** Undefined once it is erased. */
export const openingKey = async (env: Env, sql: Sql, found: Case): Promise<SubjectKey | undefined> =>
  (await subjectKeys(env, sql, [keyOwner(found)])).get(keyOwner(found))

type CaseAction = AuditAction & `case.${string}`

export const note = (tx: Tx, by: By, action: CaseAction, caseId: string, detail: Record<string, string> = {}): void =>
  audit(tx, { actor: by.actor, action, subject: caseId, detail: { why: by.why, ...detail, ...by.from } })
