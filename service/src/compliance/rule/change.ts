import type { RuleDefinition } from '@specie/protocol/rules.ts'
import { next } from '@specie/protocol/machines.ts'
import { audit } from '../../base/audit/audit.ts'
import { isSqlState, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { type By, move, setActor } from '../../base/state-machine/move.ts'
import { ruleMachine, type Version, versionOf } from './row.ts'

// One person writes a version, runs it in shadow and discards it: nothing is held because of that. Two activate and retire
// (decide.ts).

type Written = {
  readonly name?: string | undefined
  readonly ruleid?: string | undefined
  readonly definition: RuleDefinition
}

/** A new rule with this name, or the next version of a rule. */
export async function writeVersion(env: Env, tx: Tx, asked: Written, by: By): Promise<Version> {
  if ((asked.name === undefined) === (asked.ruleid === undefined))
    throw badRequest('one', 'Give a new rule a `name`, or name the rule of a new version with `ruleid`.', 'name')
  const ruleId = asked.ruleid ?? (await addRule(env, tx, asked.name!, by))
  // Two versions that are written at the same time get different numbers.
  const [rule] = await tx.query('select from compliance.rule where id = $1', [ruleId])
  if (rule === undefined) throw new ApiError('not_found', { id: ruleId }, 'There is no such rule.')
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('versions of rule ' || $1, 0))`, [ruleId])
  const id = env.ids.uuid(by.at)
  await setActor(tx, by)
  await tx.query(
    `insert into compliance.rule_version (id, rule_id, number, definition, state, created_at, updated_at)
     select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $5 from compliance.rule_version where rule_id = $2`,
    [id, ruleId, JSON.stringify(asked.definition), ruleMachine.machine.initial, by.at],
  )
  const version = await versionOf(tx, id)
  note(tx, 'rule.written', version, by)
  return version
}

async function addRule(env: Env, tx: Tx, name: string, by: By): Promise<string> {
  const id = env.ids.uuid(by.at)
  try {
    await tx.query('insert into compliance.rule (id, name, created_at) values ($1, $2, $3)', [id, name, by.at])
  } catch (error) {
    if (!isSqlState(error, '23505')) throw error
    throw badRequest(
      'known',
      `There is a rule «${name}» already. Write a new version of it, or take another name.`,
      'name',
    )
  }
  return id
}

/** From now on its hits are noted, without holding anything. */
export const runInShadow = (tx: Tx, id: string, by: By): Promise<Version> =>
  moveVersion(tx, id, 'shadow', 'rule.shadowed', by)

/** A draft, or a version in shadow. */
export async function discard(tx: Tx, id: string, by: By): Promise<Version> {
  const { state } = await versionOf(tx, id)
  if (state === 'active')
    throw badRequest('state', 'This version is active. Two people retire it: request `rule.retire`.', 'id')
  return moveVersion(tx, id, 'retire', 'rule.retired', by)
}

type RuleAction = 'rule.shadowed' | 'rule.retired' | 'rule.activated' | 'rule.written'

export async function moveVersion(tx: Tx, id: string, event: string, action: RuleAction, by: By): Promise<Version> {
  const before = await versionOf(tx, id)
  if (next(ruleMachine.machine, before.state, event) === null)
    throw badRequest('state', `This version is ${before.state}, so this is not possible now.`, 'id')
  await move(tx, ruleMachine, id, event, by)
  note(tx, action, before, by)
  return versionOf(tx, id)
}

const note = (tx: Tx, action: RuleAction, { id, rule_id, number }: Version, { actor, why, from }: By): void =>
  audit(tx, { actor, action, subject: id, detail: { rule: rule_id, version: String(number), why, ...from } })
