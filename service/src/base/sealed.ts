import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// Secrets that the database holds: AES-256-GCM with a random nonce. The context says what the secret is of and is
// authenticated with it, so that sealed bytes cannot be moved from one row to another.

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Nonce, encrypted bytes and tag, in this order. */
export function seal(key: Uint8Array, context: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(context, 'utf8'))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when key or context is another one, or when a byte has changed. */
export function open(key: Uint8Array, context: string, sealed: Uint8Array): Buffer {
  const cipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(context, 'utf8'))
  cipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes, -tagBytes)), cipher.final()])
  } catch (error) {
    throw new Error(`the sealed ${context} does not open: PERSONAL_DATA_KEY is another one, or it was changed`, {
      cause: error,
    })
  }
}
