import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'

// The encryption of the keystore: scrypt derives a key from the passphrase, AES-256-GCM encrypts with it. The header is
// authenticated too, so that its parameters cannot be weakened unnoticed.

export class KeystoreError extends Error {
  override name = 'KeystoreError'
}

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
const powerOfTwo = (n: number) => Number.isInteger(Math.log2(n))

const saltBytes = 32
const nonceBytes = 12
const tagBytes = 16

const header = z.strictObject({
  version: z.literal(1),
  // Bounded, so that a manipulated file cannot exhaust the machine's memory.
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    N: z
      .int()
      .min(2)
      .max(2 ** 20)
      .refine(powerOfTwo),
    r: z.int().min(1).max(16),
    p: z.int().min(1).max(16),
    salt: hex(saltBytes),
  }),
  cipher: z.strictObject({ name: z.literal('aes-256-gcm'), nonce: hex(nonceBytes) }),
})
type Header = z.infer<typeof header>

const sealed = header.extend({ sealed: z.string().regex(/^([0-9a-f]{2}){16,}$/) })

/** The cost of one guess at the passphrase: 128 MiB and 0.8 s of one arm64 core. */
export type Cost = { readonly N: number; readonly r: number; readonly p: number }
export const defaultCost: Cost = { N: 2 ** 17, r: 8, p: 1 }

/** Salt and nonce are new each time. The same secrets never give the same bytes. */
export async function seal(plain: Uint8Array, passphrase: string, { N, r, p }: Cost): Promise<string> {
  const head: Header = {
    version: 1,
    kdf: { name: 'scrypt', N, r, p, salt: randomBytes(saltBytes).toString('hex') },
    cipher: { name: 'aes-256-gcm', nonce: randomBytes(nonceBytes).toString('hex') },
  }
  const cipher = createCipheriv('aes-256-gcm', await keyOf(head, passphrase), Buffer.from(head.cipher.nonce, 'hex'))
  cipher.setAAD(associated(head))
  const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return `${JSON.stringify({ ...head, sealed: body.toString('hex') }, null, 2)}\n`
}

export async function unseal(text: string, passphrase: string): Promise<Buffer> {
  const { sealed: body, ...head } = read(text)
  const bytes = Buffer.from(body, 'hex')
  const nonce = Buffer.from(head.cipher.nonce, 'hex')
  const cipher = createDecipheriv('aes-256-gcm', await keyOf(head, passphrase), nonce, { authTagLength: tagBytes })
  cipher.setAAD(associated(head))
  cipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(0, -tagBytes)), cipher.final()])
  } catch {
    // One message for both cases: GCM cannot distinguish them, and an attacker learns nothing more.
    throw new KeystoreError('The keystore cannot be opened. Its passphrase is wrong, or the file was changed.')
  }
}

function read(text: string): z.infer<typeof sealed> {
  const parsed = sealed.safeParse(jsonOf(text))
  if (!parsed.success) throw new KeystoreError('This is not a keystore of version 1. Restore the file from its backup.')
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The same bytes for the same header, independent of the layout of the file. */
function associated({ version, kdf, cipher }: Header): Buffer {
  return Buffer.from(JSON.stringify([version, kdf.name, kdf.N, kdf.r, kdf.p, kdf.salt, cipher.name, cipher.nonce]))
}

/** NFKC, so that a passphrase typed on another machine is the same one. */
function keyOf({ kdf: { N, r, p, salt } }: Header, passphrase: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r + 2 ** 20 }
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'hex'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
