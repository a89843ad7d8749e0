import type { HeldKind } from '@specie/protocol/holds.ts'
import { hitText, type RuleDefinition, type RuleFigures, ruleText } from '@specie/protocol/rules.ts'
import { dayMs } from '../../base/clock.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { countMovements, type TriedHit, tryOnHistory } from './history.ts'
import { type Version, versionOf, versionsOf } from './row.ts'

// Rules and their hits, for staff.

const hitDays = 30
const maxHits = 100
/** Items of one answer about history: within the time limit of a request also for rules that count. */
const sliceSize = 20_000
const maxTriedHits = 200
const triedDays = 90

/** The versions of one rule, or of all, with their recent hits. */
export async function listVersions(env: Pick<Env, 'db' | 'clock'>, ruleId: string | null) {
  const versions = await versionsOf(env.db, ruleId)
  const since = new Date(env.clock.now().getTime() - hitDays * dayMs)
  const counts = await env.db.query<{ version_id: string; is_shadow: boolean; count: number }>(
    'select version_id, is_shadow, count(*)::integer as count from compliance.rule_hit where at >= $1 group by 1, 2',
    [since],
  )
  const countOf = (id: string, isShadow: boolean) =>
    counts.find((one) => one.version_id === id && one.is_shadow === isShadow)?.count ?? 0
  return versions.map((one) => ({
    ...versionView(one),
    hits: countOf(one.id, false),
    shadow_hits: countOf(one.id, true),
  }))
}

export const versionView = (version: Version) => ({
  versionid: version.id,
  ruleid: version.rule_id,
  name: version.name,
  number: version.number,
  state: version.state,
  definition: version.definition,
  text: ruleText(version.definition),
  created_at: version.created_at.toISOString(),
  changed_at: version.updated_at.toISOString(),
  hits: 0,
  shadow_hits: 0,
})

export async function showRule(env: Pick<Env, 'db' | 'clock'>, ruleId: string) {
  const versions = await listVersions(env, ruleId)
  if (versions[0] === undefined) throw new ApiError('not_found', { id: ruleId }, 'There is no such rule.')
  const { ruleid, name } = versions[0]
  return { ruleid, name, versions, hits: await lastHits(env.db, ruleId) }
}

type HitRow = TriedHit & {
  version_id: string
  number: number
  is_shadow: boolean
  definition: RuleDefinition
  hold_id: string | null
}

const hitColumns = `h.version_id, v.number, h.is_shadow, v.definition, h.figures, h.at, m.item_id, m.kind, m.institution_id,
  m.asset, (m.worth / 100)::numeric(40, 2)::text as worth`
const hitTables = `compliance.rule_hit h join compliance.rule_version v on v.id = h.version_id
  join compliance.movement m on m.item_id = h.item_id`

async function lastHits(sql: Sql, ruleId: string) {
  const rows = await sql.query<HitRow>(
    `select ${hitColumns}, (select l.hold_id from compliance.hold_rule l join compliance.hold o on o.id = l.hold_id
       where l.version_id = h.version_id and o.subject_id = h.item_id limit 1) as hold_id
     from ${hitTables} where v.rule_id = $1 order by h.at desc, m.seq desc limit $2`,
    [ruleId, maxHits],
  )
  const shown = await shownWith(sql, rows)
  return rows.map((row, n) => ({
    ...shown(row, row.definition),
    versionid: row.version_id,
    number: row.number,
    is_shadow: row.is_shadow,
    holdid: rows[n]!.hold_id,
  }))
}

async function shownWith(sql: Sql, rows: readonly TriedHit[]) {
  const names = await institutionNames(
    sql,
    rows.map(({ institution_id }) => institution_id),
  )
  return (hit: TriedHit, definition: RuleDefinition) => ({
    itemid: hit.item_id,
    kind: hit.kind,
    institution: { id: hit.institution_id, name: names.get(hit.institution_id)! },
    asset: hit.asset,
    worth: hit.worth,
    at: hit.at.toISOString(),
    figures: hit.figures,
    text: hitText(definition, hit.figures),
  })
}

type Asked = { readonly id: string } & { readonly [field in 'from' | 'to' | 'after']?: string | undefined }

/** One slice of history, for a page that shows how far it has come. */
export async function tryVersion({ db: sql, clock }: Pick<Env, 'db' | 'clock'>, { id, from, to, after }: Asked) {
  const { definition } = await versionOf(sql, id)
  const end = to === undefined ? clock.now() : new Date(to)
  const start = from === undefined ? new Date(end.getTime() - triedDays * dayMs) : new Date(from)
  const slice = { from: start, to: end, after: after === undefined ? null : BigInt(after), size: sliceSize }
  const { lookedAt, hits, next } = await sql.tx((tx) => tryOnHistory(tx, definition, slice))
  const shown = await shownWith(sql, hits.slice(0, maxTriedHits))
  return {
    items: after === undefined ? await countMovements(sql, start, end) : null,
    looked_at: lookedAt,
    fired: hits.length,
    by_kind: Array.from(
      Map.groupBy(hits, ({ kind }) => kind),
      ([kind, some]) => ({ kind, fired: some.length }),
    ),
    hits: hits.slice(0, maxTriedHits).map((hit) => shown(hit, definition)),
    next: next === null ? null : String(next),
  }
}

/** The hits that a hold is about, for the people who decide on it. */
export type HitOfHold = {
  readonly ruleid: string
  readonly name: string
  readonly number: number
  readonly looks_for: string
  readonly text: string
}

export async function hitsOfHold(sql: Sql, holdId: string): Promise<HitOfHold[]> {
  type Row = {
    ruleid: string
    name: string
    number: number
    definition: RuleDefinition
    figures: RuleFigures
    kind: HeldKind
  }
  const rows = await sql.query<Row>(
    `select r.id as ruleid, r.name, v.number, v.definition, h.figures from compliance.hold_rule l
     join compliance.hold o on o.id = l.hold_id
     join compliance.rule_hit h on h.version_id = l.version_id and h.item_id = o.subject_id and not h.is_shadow
     join compliance.rule_version v on v.id = l.version_id join compliance.rule r on r.id = v.rule_id
     where l.hold_id = $1 order by r.name, v.number`,
    [holdId],
  )
  return rows.map(({ definition, figures, ruleid, name, number }) => ({
    ruleid,
    name,
    number,
    looks_for: ruleText(definition),
    text: hitText(definition, figures),
  }))
}
