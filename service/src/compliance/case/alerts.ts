import type { AlertKind } from '@specie/protocol/cases.ts'
import { type HoldReason, holdReasonWords, heldKinds } from '@specie/protocol/holds.ts'
import { hitText, type RuleDefinition, type RuleFigures } from '@specie/protocol/rules.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { words } from '../../base/facts.ts'
import { holdDetailsOf } from '../held-items.ts'
import { heldTitle } from '../staff-queue.ts'
import { partyTitle } from '../screening/words.ts'
import { type CaseAlert, undecidedOf } from './row.ts'

// What each alert of a case says, read from the rows that it comes from.

export type AlertItem = { readonly kind: string; readonly id: string; readonly title: string }
export type ExplainedAlert = CaseAlert & {
  readonly text: string
  readonly is_open: boolean
  readonly item: AlertItem | null
}

export async function explainAlerts(
  env: Env,
  sql: Sql,
  caseId: string,
  alerts: readonly CaseAlert[],
): Promise<ExplainedAlert[]> {
  const [undecided, titles, texts] = await Promise.all([
    undecidedOf(sql, caseId),
    titlesOf(env, sql, alerts),
    textsOf(sql, caseId),
  ])
  return alerts.map((alert) => {
    const { key, subject_kind: kind, subject_id: id } = alert
    const title = id === null ? undefined : titles.get(id)
    return {
      ...alert,
      text: texts.get(key) ?? words(alert.kind),
      is_open: undecided.has(key),
      item: kind === null || id === null ? null : { kind, id, title: title ?? words(kind) },
    }
  })
}

async function titlesOf(env: Env, sql: Sql, alerts: readonly CaseAlert[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const kind of heldKinds) {
    const ids = alerts.flatMap((one) => (one.subject_kind === kind && one.subject_id !== null ? [one.subject_id] : []))
    for (const [id, details] of await holdDetailsOf({ ...env, db: sql }, kind, [...new Set(ids)]))
      titles.set(id, heldTitle(kind, details))
  }
  return titles
}

type Text = readonly [key: string, text: string]

async function textsOf(sql: Sql, caseId: string): Promise<Map<string, string>> {
  const found = await Promise.all([
    ruleTexts(sql, caseId),
    holdTexts(sql, caseId),
    matchTexts(sql, caseId),
    otherTexts(sql, caseId),
  ])
  return new Map(found.flat())
}

async function ruleTexts(sql: Sql, caseId: string): Promise<Text[]> {
  const rows = await sql.query<{ key: string; name: string; definition: RuleDefinition; figures: RuleFigures }>(
    `select a.key, r.name, v.definition, h.figures from compliance.case_alert a
     join compliance.rule_hit h on h.version_id = a.source::uuid and h.item_id = a.subject_id and not h.is_shadow
     join compliance.rule_version v on v.id = h.version_id join compliance.rule r on r.id = v.rule_id
     where a.case_id = $1 and a.kind = 'rule'`,
    [caseId],
  )
  return rows.map(({ key, name, definition, figures }) => [key, `${name}: ${hitText(definition, figures)}`])
}

async function holdTexts(sql: Sql, caseId: string): Promise<Text[]> {
  const rows = await sql.query<{ key: string; reason: HoldReason; state: string; why: string }>(
    `select a.key, h.reason, h.state, s.why from compliance.case_alert a
     join compliance.hold h on h.id = a.source::uuid
     join state.step s on s.subject = h.id and s.from_state is null
     where a.case_id = $1 and a.kind = 'hold'`,
    [caseId],
  )
  return rows.map(({ key, reason, state, why }) => [
    key,
    `Hold for ${holdReasonWords[reason]}, ${words(state)}: ${why}`,
  ])
}

async function matchTexts(sql: Sql, caseId: string): Promise<Text[]> {
  const rows = await sql.query<{
    key: string
    subject_kind: string
    part: string
    score: string
    state: string
    list: string
  }>(
    `select a.key, p.subject_kind, p.part, round(h.score, 2)::text as score, h.state, e.list || ' ' || e.reference as list
     from compliance.case_alert a join compliance.hit h on h.id = a.source::uuid
     join compliance.party p on p.id = a.subject_id join compliance.list_entry e on e.id = h.entry_id
     where a.case_id = $1 and a.kind = 'match'`,
    [caseId],
  )
  return rows.map(({ key, score, state, list, ...party }) => [
    key,
    `Match of ${partyTitle(party)} with ${list}, score ${score}, ${words(state)}`,
  ])
}

const otherKinds: readonly AlertKind[] = ['exchange', 'bank_case']

/** Of exchanges and of rooms above. An exchange that is no longer in doubt says only what it was. */
async function otherTexts(sql: Sql, caseId: string): Promise<Text[]> {
  const rows = await sql.query<{
    key: string
    text: string | null
    kind: AlertKind
    direction: string | null
    vasp: string | null
    state: string | null
  }>(
    `select a.key, a.kind, x.direction, x.vasp, x.state, (select min(o.summary) from compliance.alert o where o.kind = a.kind and o.key = a.key) as text
     from compliance.case_alert a left join compliance.exchange x on a.kind = 'exchange' and x.id = a.subject_id
     where a.case_id = $1 and a.kind = any($2::text[])`,
    [caseId, otherKinds],
  )
  return rows.map(({ key, kind, text, direction, vasp, state }) => {
    if (kind === 'bank_case') return [key, text ?? 'A bank case']
    const what = `Travel Rule exchange ${direction === 'in' ? 'from' : 'to'} ${vasp ?? 'another provider'}, ${words(state ?? '')}`
    return [key, text === null ? what : `${what}: ${text}`]
  })
}
