import { createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { decodePublicKey } from '@specie/protocol/signing/signing.ts'
import { badRequest } from '../../base/http/errors.ts'

/** SubjectPublicKeyInfo of an uncompressed P-256 point, up to the point itself. Each key has exactly one encoding. */
const p256Prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')
const p256Length = 91

/** The bytes of a P-256 public key, or a 400 that explains the problem. */
export function parsePublicKey(text: string): Buffer {
  const problem = publicKeyProblem(text)
  if (problem !== null) throw badRequest('p256_spki', problem, 'publickey')
  return Buffer.from(decodePublicKey(text)!)
}

/** Why this cannot be the public key of a client; null when it can. */
export function publicKeyProblem(text: string): string | null {
  const bytes = decodePublicKey(text)
  if (!bytes) return 'The public key is not base64 or base64url. Send the SPKI DER, without the lines of a PEM file.'
  const spki = Buffer.from(bytes)
  if (spki.length !== p256Length || !spki.subarray(0, p256Prefix.length).equals(p256Prefix))
    return `The public key must be a P-256 key as SPKI DER (91 bytes, uncompressed); this is ${describe(spki)}.`
  try {
    createPublicKey({ key: spki, format: 'der', type: 'spki' })
    return null
  } catch {
    return 'The public key is not a point on the curve P-256.'
  }
}

function describe(der: Buffer): string {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const curve = key.asymmetricKeyDetails?.namedCurve
    return `a key of type ${key.asymmetricKeyType}${curve ? ` on ${curve}` : ''}, ${der.length} bytes`
  } catch {
    return `${der.length} bytes that are not a public key`
  }
}

/** An address with the length of its network, or a 400; a single address is a network of one. */
export function parseNetwork(text: string): string {
  const [address = '', bits, ...rest] = text.trim().split('/')
  const maxLength = { 0: 0, 4: 32, 6: 128 }[isIP(address)]!
  const length = bits === undefined ? maxLength : /^\d{1,3}$/.test(bits) ? Number(bits) : 0
  if (rest.length === 0 && length >= 1 && length <= maxLength && !address.includes('%')) return `${address}/${length}`
  throw badRequest(
    'network',
    'Enter a network such as 203.0.113.0/24 or 2001:db8::/64, or a single address.',
    'ip_allowlist',
  )
}
