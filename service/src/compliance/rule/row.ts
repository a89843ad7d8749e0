import { machines } from '@specie/protocol/machines.ts'
import { type RuleDefinition, ruleText } from '@specie/protocol/rules.ts'
import type { Sql } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Stateful } from '../../base/state-machine/move.ts'

export const ruleMachine: Stateful = { machine: machines.rule, table: 'compliance.rule_version' }
export type RuleState = keyof typeof machines.rule.states

/** A version with the name of its rule. */
export type Version = {
  readonly id: string
  readonly rule_id: string
  readonly name: string
  readonly number: number
  readonly definition: RuleDefinition
  readonly state: RuleState
  readonly created_at: Date
  readonly updated_at: Date
}

const select = `select v.id, v.rule_id, r.name, v.number, v.definition, v.state, v.created_at, v.updated_at
  from compliance.rule_version v join compliance.rule r on r.id = v.rule_id`

export async function findVersion(sql: Sql, id: string): Promise<Version | undefined> {
  const [version] = await sql.query<Version>(`${select} where v.id = $1`, [id])
  return version
}

export async function versionOf(sql: Sql, id: string): Promise<Version> {
  const version = await findVersion(sql, id)
  if (version === undefined) throw new ApiError('not_found', { id }, 'There is no such version of a rule.')
  return version
}

/** The versions of one rule, or of all; newest first. */
export const versionsOf = (sql: Sql, ruleId: string | null): Promise<Version[]> =>
  ruleId === null
    ? sql.query<Version>(`${select} order by r.name, v.number desc`)
    : sql.query<Version>(`${select} where r.id = $1 order by v.number desc`, [ruleId])

/** The version of this rule that is active now. */
export async function activeVersion(sql: Sql, ruleId: string): Promise<Version | undefined> {
  const [version] = await sql.query<Version>(`${select} where v.rule_id = $1 and v.state = 'active'`, [ruleId])
  return version
}

const effects = {
  alert: 'A hit is noted, and nothing is held.',
  aml_review: 'A hit holds the item for an AML review.',
  edd_required: 'A hit holds the item for enhanced due diligence.',
} as const

/** What it looks for, and what a hit does. */
export const versionText = ({ definition }: Pick<Version, 'definition'>): string =>
  `${ruleText(definition)} ${effects[definition.effect]}`
