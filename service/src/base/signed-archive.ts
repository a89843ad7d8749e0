import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import type { Env } from './env.ts'
import { unavailable } from './http/errors.ts'

// A zip that verifies offline: manifest.json has the hash of each other file, and manifest.sig is its signature with the
// audit key (Ed25519). The bytes that are signed are a line with the kind of the export, and the manifest.

export type ArchiveFile = { readonly name: string; readonly content: Uint8Array }

/** The message signed in manifest.sig; the text before the manifest separates it from other signatures. */
export const manifestMessage = (kind: 'kyb' | 'case', manifest: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`specie ${kind} export\n`), manifest])

type Archive = { readonly content: Buffer; readonly manifestSha256: string }

/** `about`: what the manifest says in addition to its files. */
export async function signedArchive(
  env: Env,
  kind: 'kyb' | 'case',
  about: Readonly<Record<string, Json>>,
  files: readonly ArchiveFile[],
): Promise<Archive> {
  if (env.signer === null)
    throw unavailable('This process has no key to sign the export. Call a process that has one (SPECIE_ROLE=both).')
  const manifest = Buffer.from(
    canonical({
      environment: env.config.environment,
      ...about,
      files: files.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256Of(content) })),
    }),
  )
  const sha256 = sha256Of(manifest)
  const purpose = {
    requestId: `export ${sha256.slice(0, 16)}`,
    chain: null,
    intent: `sign the manifest of a ${kind} export`,
  }
  const signature = await env.signer.sign('audit', 'ed25519', manifestMessage(kind, manifest), purpose)
  const publicKey = await env.signer.publicKey('audit', 'ed25519')
  const signed = {
    publickey: Buffer.from(publicKey).toString('hex'),
    signature: Buffer.from(signature).toString('hex'),
  }
  const content = zipOf([
    ...files,
    { name: 'manifest.json', content: manifest },
    { name: 'manifest.sig', content: Buffer.from(canonical(signed)) },
  ])
  return { content, manifestSha256: sha256 }
}

/** The first day of the zip format: the same files give the same bytes. */
const mtime = new Date(1980, 0, 1)

/** Not compressed, because documents already are. */
const zipOf = (files: readonly ArchiveFile[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(files.map(({ name, content }) => [name, content])), { level: 0, mtime }))

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
