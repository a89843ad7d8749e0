import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// Encryption of small secrets and personal data at rest: AES-256-GCM. The context names the content and its owner; it
// is authenticated, so that sealed bytes cannot be moved to another row.

const nonceBytes = 12
const tagBytes = 16

/** Returns the nonce, the encrypted bytes and the tag, concatenated. */
export function seal(key: Uint8Array, context: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(context, 'utf8'))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the bytes were changed, or sealed with another key or for another context. */
export function open(key: Uint8Array, context: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  if (bytes.length < nonceBytes + tagBytes) throw new Error(`the sealed bytes of ${context} are incomplete`)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context, 'utf8'))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
