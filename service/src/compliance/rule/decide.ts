import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { ruleText } from '@specie/protocol/rules.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, evidence, type Fact, text, time, words } from '../../base/facts.ts'
import { badRequest } from '../../base/http/errors.ts'
import { moveVersion } from './change.ts'
import { triedOnLast } from './history.ts'
import { activeVersion, findVersion, versionOf, versionText } from './row.ts'

// Two people activate a version of a rule and retire an active one. What the version would have done with the last items is
// part of what they sign.

/** How many items a version is tried on before it is activated. */
const triedItems = 10_000

type Activate = PayloadOf<'rule.activate'>
type Retire = PayloadOf<'rule.retire'>

/** The figures are of the moment of the request; what its maker wrote is replaced. */
export async function completeActivation(_env: Env, tx: Tx, { versionid }: Activate): Promise<Activate> {
  const version = await versionOf(tx, versionid)
  return { versionid, tried: await triedOnLast(tx, version.definition, triedItems) }
}

/** The version that is active until then retires. */
export async function activate(_env: Env, tx: Tx, { versionid }: Activate, by: ApprovalActor): Promise<void> {
  const { rule_id: ruleId } = await versionOf(tx, versionid)
  const before = await activeVersion(tx, ruleId)
  if (before !== undefined && before.id !== versionid) await moveVersion(tx, before.id, 'retire', 'rule.retired', by)
  await moveVersion(tx, versionid, 'activate', 'rule.activated', by)
}

export async function retire(_env: Env, tx: Tx, { versionid }: Retire, by: ApprovalActor): Promise<void> {
  const { state } = await versionOf(tx, versionid)
  if (state !== 'active')
    throw badRequest('state', `This version is ${state}. Only an active one needs two people to retire.`, 'versionid')
  await moveVersion(tx, versionid, 'retire', 'rule.retired', by)
}

export const describeActivation = (_env: Env, sql: Sql, payload: Activate): Promise<Description> =>
  described(sql, 'Activate', payload)
export const describeRetirement = (_env: Env, sql: Sql, payload: Retire): Promise<Description> =>
  described(sql, 'Retire', payload)

async function described(sql: Sql, verb: string, { versionid }: Retire): Promise<Description> {
  const version = await findVersion(sql, versionid)
  const what = version === undefined ? 'a monitoring rule' : `version ${version.number} of the rule «${version.name}»`
  return { title: `${verb} ${what}`, institutionId: null }
}

export async function activationFacts(_env: Env, sql: Sql, { versionid, tried }: Activate): Promise<Fact[]> {
  const version = await findVersion(sql, versionid)
  if (version === undefined) return [text('Version', null)]
  const before = await activeVersion(sql, version.rule_id)
  return [
    text('Rule', `${version.name}, version ${version.number}`),
    change('It looks for', before === undefined ? null : ruleText(before.definition), ruleText(version.definition)),
    text('Outcome', `${versionText(version)} This applies to items from the decision on.`, { part: 'effect' }),
    text('Tried on the last items', tried === undefined ? null : `it would have fired for ${tried}`),
    evidence(text('State', words(version.state))),
    evidence(text('Hits in shadow', String(await shadowHits(sql, versionid)))),
    evidence(time('Written', version.created_at)),
  ]
}

export async function retirementFacts(_env: Env, sql: Sql, { versionid }: Retire): Promise<Fact[]> {
  const version = await findVersion(sql, versionid)
  if (version === undefined) return [text('Version', null)]
  return [
    text('Rule', `${version.name}, version ${version.number}`),
    text('It looks for', ruleText(version.definition)),
    text('Outcome', 'It looks at no further item. What it has held stays on hold until people decide.', {
      part: 'effect',
    }),
    evidence(time('Active since', version.updated_at)),
  ]
}

async function shadowHits(sql: Sql, versionId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::integer as count from compliance.rule_hit where version_id = $1 and is_shadow',
    [versionId],
  )
  return row!.count
}
