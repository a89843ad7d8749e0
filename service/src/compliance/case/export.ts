import { chainedEntries } from '../../base/audit/search.ts'
import type { Env } from '../../base/env.ts'
import { type ArchiveFile, signedArchive } from '../../base/signed-archive.ts'
import type { By } from '../../base/state-machine/move.ts'
import { decisionsAbout } from '../../people/approval/open-requests.ts'
import { readDocument } from './documents.ts'
import { casePage } from './page.ts'
import { note } from './row.ts'
import { type CaseView, showCase } from './show.ts'

/**
 * A case as a signed archive that verifies offline (docs/cases.md): what its page shows, its files, the evidence of its
 * decisions, and its entries of the audit chain. That chain has the hash of the manifest too.
 */
export async function exportCase(env: Env, caseId: string, by: By): Promise<Buffer> {
  const view = await showCase(env, env.db, caseId)
  const about = { caseid: caseId, exported_at: by.at.toISOString(), exported_by: by.actor }
  const { content, manifestSha256 } = await signedArchive(env, 'case', about, await filesOf(env, view))
  await env.db.tx((tx) => note(tx, by, 'case.exported', caseId, { manifest: manifestSha256 }))
  return content
}

async function filesOf(env: Env, view: CaseView): Promise<ArchiveFile[]> {
  const { alerts_found: alerts, items, notes, documents, timeline, requests, ...found } = view
  const decisions = await decisionsAbout(env.db, view.caseid)
  const audit = await chainedEntries(env.db, [view.caseid, ...requests.map(({ id }) => id)])
  return [
    json('case.json', { ...found, requests, documents, timeline }),
    json('alerts.json', alerts),
    json('items.json', items),
    json('notes.json', notes),
    json('approvals.json', decisions),
    json('audit.json', audit),
    { name: 'case.html', content: Buffer.from(casePage(view)) },
    ...(await attachmentsOf(env, view)),
  ]
}

async function attachmentsOf(env: Env, { caseid, documents }: CaseView): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = []
  for (const { id, name } of documents) {
    // Erased files cannot be exported.
    if (name === null) continue
    const { content } = await readDocument(env, env.db, caseid, id)
    files.push({ name: `files/${id}-${name}`, content })
  }
  return files
}

const json = (name: string, value: unknown): ArchiveFile => ({
  name,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})
