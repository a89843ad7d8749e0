import { type NearMiss, nearMisses } from '@specie/protocol/signing/nearmiss.ts'
import { decodePublicKey } from '@specie/protocol/signing/signing.ts'
import type { Output } from '../../api/call.ts'
import type { Inspected } from './inspect.ts'
import { ecdsa, importPublic } from './key-pair.ts'

type Key = Output<'keys'>['items'][number]

export type Verdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'miss'; readonly miss: NearMiss }
  | { readonly kind: 'other-key'; readonly key: Key }
  | { readonly kind: 'wrong' }

/** Whether the signature is valid and, if not, the text or key that it fits; null while the request is incomplete. */
export async function verdictOf(
  { spki, signatures, strings, sent }: Inspected,
  keys: readonly Key[],
): Promise<Verdict | null> {
  const publicKey = spki === null ? null : await importPublic(spki)
  if (publicKey === null || sent === null || signatures.length === 0) return null
  for (const text of strings) if (await isSigned(publicKey, signatures, utf8(text))) return { kind: 'right' }
  for (const miss of nearMisses(sent))
    if (await isSigned(publicKey, signatures, await bytesOf(miss))) return { kind: 'miss', miss }
  for (const key of keys) {
    const other = await importPublic(decodePublicKey(key.publickey)!)
    for (const text of strings)
      if (other !== null && (await isSigned(other, signatures, utf8(text)))) return { kind: 'other-key', key }
  }
  return { kind: 'wrong' }
}

type Bytes = Uint8Array<ArrayBuffer>

async function isSigned(key: CryptoKey, signatures: readonly Uint8Array[], data: Bytes): Promise<boolean> {
  for (const form of signatures) if (await crypto.subtle.verify(ecdsa, key, new Uint8Array(form), data)) return true
  return false
}

/** The bytes that were signed by mistake. */
async function bytesOf({ payload, digest }: NearMiss): Promise<Bytes> {
  if (digest === null) return utf8(payload)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(payload)))
  return digest === 'sha256' ? hash : utf8(Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
