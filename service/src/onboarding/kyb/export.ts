import type { Env } from '../../base/env.ts'
import { type ArchiveFile, signedArchive } from '../../base/signed-archive.ts'
import type { By } from '../../base/state-machine/move.ts'
import { listDocuments, readDocument } from './documents.ts'
import { note } from './row.ts'
import { kybView } from './view.ts'

/** The whole case as a signed archive: case.json and the documents. The audit chain has the hash of the manifest too. */
export async function exportCase(env: Env, institutionId: string, by: By): Promise<Buffer> {
  const about = { institutionid: institutionId, exported_at: by.at.toISOString(), exported_by: by.actor }
  const { content, manifestSha256 } = await signedArchive(env, 'kyb', about, await filesOf(env, institutionId))
  await env.db.tx((tx) => note(tx, by, 'kyb.exported', institutionId, { manifest: manifestSha256 }))
  return content
}

async function filesOf(env: Env, institutionId: string): Promise<ArchiveFile[]> {
  const view = await kybView(env, env.db, institutionId)
  const documents: ArchiveFile[] = []
  for (const { id, name } of await listDocuments(env, env.db, institutionId)) {
    // Erased documents cannot be exported.
    if (name === null) continue
    const { content } = await readDocument(env, env.db, institutionId, id)
    documents.push({ name: `documents/${id}-${name}`, content })
  }
  return [{ name: 'case.json', content: Buffer.from(`${JSON.stringify(view, null, 2)}\n`) }, ...documents]
}
