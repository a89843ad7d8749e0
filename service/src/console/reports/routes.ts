import { createHash } from 'node:crypto'
import { reportCall, reportFileCall, suspicionDraftCall } from '@specie/protocol/console/reports.ts'
import { saveOutsourcedServiceCall } from '@specie/protocol/console/outsourcing.ts'
import { audit } from '../../base/audit/audit.ts'
import { byPerson } from '../../people/by.ts'
import { filesOf } from '../../reports/document/report.ts'
import { makeReport } from '../../reports/reports.ts'
import { saveService } from '../../reports/outsourcing/register.ts'
import { suspicionDraft } from '../../reports/suspicion/draft.ts'
import { zipOf } from '../../reports/document/zip.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'

/** Rows that the page shows of each table. */
const shownRows = 100

export function reportRoutes(routes: PeopleRoutes): void {
  routes.mount(reportCall, async (env, _session, { report: name, period }) => {
    const report = await makeReport(env, name, period)
    return {
      report: name,
      title: report.title,
      period: report.period,
      is_final: report.final,
      notes: [...report.notes],
      checks: report.checks.map((one) => ({ ...one })),
      tables: report.tables.map(({ name, title, columns, rows }) => ({
        name,
        title,
        columns: [...columns],
        rows: rows.slice(0, shownRows).map(({ cells }) => [...cells]),
        total: rows.length,
      })),
      files: fileNames(report),
    }
  })

  routes.mount(reportFileCall, async (env, session, { report: name, period }, visit) => {
    const report = await makeReport(env, name, period)
    const content = zipOf(filesOf(report))
    const { actor, from } = byPerson(env, session, visit, 'downloaded')
    const detail = { period: report.period, sha256: sha256Of(content), ...from }
    await env.db.tx(async (tx) => audit(tx, { actor, action: 'report.downloaded', subject: name, detail }))
    return { contentType: 'application/zip', name: `${name}-${report.period}.zip`, content }
  })

  routes.mount(saveOutsourcedServiceCall, async (env, session, { reason, critical, ended, ...given }, visit) => {
    const service = {
      ...given,
      provider_code: given.provider_code ?? null,
      ends_on: given.ends_on ?? null,
      exit_plan: given.exit_plan ?? '',
      is_critical: critical === 'yes',
      is_ended: ended === 'yes',
    }
    const by = byPerson(env, session, visit, reason)
    return { id: await env.db.tx((tx) => saveService(env, tx, service, by)), code: given.code }
  })

  routes.mount(suspicionDraftCall, async (env, session, { id, holds }, visit) => {
    const chosen = holds?.split(',') ?? []
    const officer = session.person.name
    const content = zipOf(await suspicionDraft(env, { institutionid: id, holds: chosen, officer }))
    const { actor, from } = byPerson(env, session, visit, 'drafted')
    const detail = { holds: chosen, sha256: sha256Of(content), ...from }
    await env.db.tx(async (tx) => audit(tx, { actor, action: 'report.suspicion_drafted', subject: id, detail }))
    return { contentType: 'application/zip', name: `suspicion-draft-${id}.zip`, content }
  })
}

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

const fileNames = ({ tables, documents }: Awaited<ReturnType<typeof makeReport>>): string[] => [
  'README.txt',
  ...tables.map(({ name }) => `${name}.csv`),
  'sources.csv',
  ...documents.map(({ name }) => name),
]
