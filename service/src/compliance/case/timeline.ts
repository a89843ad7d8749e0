import { caseOutcomeWords } from '@specie/protocol/cases.ts'
import { searchEntries } from '../../base/audit/search.ts'
import type { Sql } from '../../base/database/db.ts'
import { words } from '../../base/facts.ts'
import { actorNames } from '../../directory/actor-names.ts'
import type { ExplainedAlert } from './alerts.ts'
import type { CaseItem, Happened } from './items.ts'
import type { CaseRequest } from './requests.ts'

const maxEntries = 500

type Parts = {
  readonly alerts: readonly ExplainedAlert[]
  readonly items: readonly CaseItem[]
  readonly requests: readonly CaseRequest[]
}

export type TimelineEvent = {
  readonly at: string
  readonly what: string
  readonly actor: string
  readonly why: string | null
}

/** Everything about a case, oldest first: its alerts, what people did, requests, and the steps and journals of its items. */
export async function timelineOf(
  sql: Sql,
  caseId: string,
  { alerts, items, requests }: Parts,
): Promise<TimelineEvent[]> {
  const entries = await searchEntries(sql, { subject: caseId, limit: maxEntries })
  const done: Happened[] = entries.items
    .filter(({ action }) => action.startsWith('case.'))
    .map(({ at, action, actor, detail }) => ({
      at: new Date(at),
      what: words(action),
      actor,
      why: detail.find(({ name }) => name === 'why')?.values.join(', ') ?? null,
    }))
  const happened = [
    ...done,
    ...alerts.map(({ at, kind, text }) => ({ at, what: `alert: ${words(kind)}`, actor: 'service', why: text })),
    ...items.flatMap(ofItem),
  ]
  const named = await actorNames(sql, [...new Set(happened.map(({ actor }) => actor))])
  return [
    ...happened.map(({ at, actor, ...rest }) => ({ ...rest, at: at.toISOString(), actor: named.get(actor) ?? actor })),
    ...requests.flatMap(ofRequest),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

const ofItem = ({ title, steps, journals }: CaseItem): Happened[] => [
  ...steps.map((step) => ({ ...step, what: `${title}: ${words(step.what)}` })),
  ...journals.map(({ at, kind, id }) => ({
    at,
    what: `${title}: booked`,
    actor: 'service',
    why: `${words(kind)}, journal ${id}`,
  })),
]

function ofRequest({
  outcome,
  maker,
  reason,
  created_at,
  state,
  checker,
  decision_reason,
  ended_at,
}: CaseRequest): TimelineEvent[] {
  const what = `decision requested: ${caseOutcomeWords[outcome].toLowerCase()}`
  const asked = { at: created_at, what, actor: maker, why: reason }
  if (state === 'waiting') return [asked]
  return [asked, { at: ended_at, what: `request ${words(state)}`, actor: checker ?? maker, why: decision_reason }]
}
