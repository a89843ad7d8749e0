import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import type { Env } from '../../base/env.ts'
import { unavailable } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { listDocuments, readDocument } from './documents.ts'
import { note } from './row.ts'
import { kybView } from './view.ts'

type ArchiveFile = { readonly name: string; readonly content: Uint8Array }

/** The message signed in manifest.sig; the text before the manifest separates it from other signatures. */
export const manifestMessage = (manifest: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('specie kyb export\n'), manifest])

/**
 * The whole case as a zip: case.json, the documents, and manifest.json with the hash of each file. manifest.sig is its
 * signature with the audit key (Ed25519). The audit chain has the hash of the manifest too.
 */
export async function exportCase(env: Env, institutionId: string, by: By): Promise<Buffer> {
  if (env.signer === null)
    throw unavailable('This process has no key to sign the export. Call a process that has one (SPECIE_ROLE=both).')
  const files = await filesOf(env, institutionId)
  const manifest = Buffer.from(canonical(manifestOf(env, institutionId, files, by)))
  const sha256 = sha256Of(manifest)
  const purpose = {
    requestId: `export ${sha256.slice(0, 16)}`,
    chain: null,
    intent: 'sign the manifest of a KYB export',
  }
  const signature = await env.signer.sign('audit', 'ed25519', manifestMessage(manifest), purpose)
  const publicKey = await env.signer.publicKey('audit', 'ed25519')
  const signed = {
    publickey: Buffer.from(publicKey).toString('hex'),
    signature: Buffer.from(signature).toString('hex'),
  }
  await env.db.tx((tx) => note(tx, by, 'kyb.exported', institutionId, { manifest: sha256 }))
  return zipOf([
    ...files,
    { name: 'manifest.json', content: manifest },
    { name: 'manifest.sig', content: Buffer.from(canonical(signed)) },
  ])
}

/** The first day of the zip format: the same files give the same bytes. */
const mtime = new Date(1980, 0, 1)

/** Not compressed, because documents already are. */
const zipOf = (files: readonly ArchiveFile[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(files.map(({ name, content }) => [name, content])), { level: 0, mtime }))

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

const manifestOf = (env: Env, institutionId: string, files: readonly ArchiveFile[], by: By): Json => ({
  environment: env.config.environment,
  institutionid: institutionId,
  exported_at: by.at.toISOString(),
  exported_by: by.actor,
  files: files.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256Of(content) })),
})

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
