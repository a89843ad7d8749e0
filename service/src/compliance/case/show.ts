import type { caseView } from '@specie/protocol/console/cases.ts'
import { pageOf, type PlaceKind, places } from '@specie/protocol/web-api/places.ts'
import type { z } from 'zod'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { actorNames } from '../../directory/actor-names.ts'
import { type AlertItem, explainAlerts, type ExplainedAlert } from './alerts.ts'
import { listDocuments } from './documents.ts'
import { type CaseItem, type Happened, itemsOf } from './items.ts'
import { caseRow } from './list.ts'
import { requestsOf } from './requests.ts'
import { alertsOf, type Case, findCase, openingKey, signedAlerts } from './row.ts'
import { timelineOf } from './timeline.ts'
import { noteContext } from './work.ts'

export type CaseView = z.input<typeof caseView>

/** A whole case, for its page and for its export. */
export async function showCase(env: Env, sql: Sql, id: string): Promise<CaseView> {
  const found = await findCase(sql, id)
  const alerts = await explainAlerts(env, sql, id, await alertsOf(sql, id))
  const [row, signs, items, notes, documents, requests] = await Promise.all([
    caseRow(sql, id, env.clock.now()),
    signedAlerts(sql, id),
    itemsOf(sql, alerts),
    notesOf(env, sql, found),
    listDocuments(env, sql, id),
    requestsOf(sql, id),
  ])
  const names = await actorNames(
    sql,
    [...notes, ...documents].map(({ by }) => by),
  )
  const named = <T extends { readonly by: string; readonly at: Date }>(one: T) => ({
    ...one,
    at: one.at.toISOString(),
    by: names.get(one.by) ?? one.by,
  })
  return {
    ...row!,
    follows: found.follows,
    signs,
    alerts_found: alerts.map(alertView),
    items: items.map(itemView),
    notes: notes.map(named),
    documents: documents.map(named),
    requests,
    timeline: await timelineOf(sql, id, { alerts, items, requests }),
  }
}

type Note = { readonly id: string; readonly at: Date; readonly by: string; readonly text: string | null }

async function notesOf(env: Env, sql: Sql, found: Case): Promise<Note[]> {
  const rows = await sql.query<{ id: string; sealed: Buffer; at: Date; by: string }>(
    `select id, sealed, created_at as at, created_by as by from compliance.case_note where case_id = $1
     order by created_at, id`,
    [found.id],
  )
  const key = await openingKey(env, sql, found)
  return rows.map(({ sealed, ...row }) => ({ ...row, text: key?.open(noteContext(row.id), sealed).toString() ?? null }))
}

const pathOf = (kind: string, id: string): string | null =>
  kind in places ? pageOf(kind as PlaceKind, id, 'console') : null

const withPath = ({ kind, id, title }: AlertItem) => ({ kind, id, title, path: pathOf(kind, id) })

/** A rule hit and a match are explained on the page of their item. */
const pathOfAlert = ({ kind, source, item }: ExplainedAlert): string | null =>
  kind === 'rule' || kind === 'match' ? item && pathOf(item.kind, item.id) : pathOf(kind, source)

const alertView = (alert: ExplainedAlert) => ({
  key: alert.key,
  kind: alert.kind,
  at: alert.at.toISOString(),
  text: alert.text,
  is_open: alert.is_open,
  path: pathOfAlert(alert),
  item: alert.item && withPath(alert.item),
})

const stepView = ({ at, ...step }: Happened) => ({ ...step, at: at.toISOString() })

const itemView = ({ steps, journals, ...item }: CaseItem) => ({
  ...withPath(item),
  steps: steps.map(stepView),
  journals: journals.map(({ id, kind, at }) => ({
    id: String(id),
    kind,
    at: at.toISOString(),
    path: pageOf('journal', String(id), 'console'),
  })),
})
