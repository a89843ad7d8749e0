import { createPrivateKey, createSign, generateKeyPairSync, verify, webcrypto } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { formBody, jsonBody } from '../call/body.ts'
import { signerOf, type Key } from './key.ts'
import { signingString } from '@specie/protocol/signing/signing.ts'
import signing from '@specie/protocol/vectors/signing.json' with { type: 'json' }

const { publicKeySpkiBase64, privateKeyPkcs8Pem, vectors } = signing
type Vector = (typeof vectors)[number]

/** Verifies like a service, without our code. */
function isSignatureOf(text: string, signature: string, publicKey: string): boolean {
  const key = { key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki', dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

describe('the vectors', () => {
  const fieldsOf = ({ body, contentType }: Vector) =>
    contentType.includes('json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))

  const isInexact = ({ body, contentType }: Vector) => contentType.includes('json') && /:\d+\.\d/.test(body)

  test.each(vectors.filter((vector) => vector.valid && !isInexact(vector)))('$name', async (vector) => {
    const body = vector.contentType.includes('json') ? jsonBody(fieldsOf(vector)) : formBody(fieldsOf(vector))
    const text = signingString(vector.path, body.signed, vector.nonce)
    // Without parameters the service accepts both forms, and ours is the shorter one.
    expect(text).toBe(body.text === null ? vector.signingString.replace('{}', '') : vector.signingString)
    const signer = await signerOf(privateKeyPkcs8Pem)
    expect(signer.publicKey).toBe(publicKeySpkiBase64)
    expect(isSignatureOf(text, await signer.sign(text), publicKeySpkiBase64)).toBe(true)
  })

  test.each(vectors.filter((vector) => vector.valid && isInexact(vector)))('$name: not with floats', (vector) => {
    expect(() => jsonBody(fieldsOf(vector))).toThrow('is not exact')
  })
})

describe('forms of a key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const sec1 = privateKey.export({ type: 'sec1', format: 'pem' }) as string
  const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n'
  const der = (bytes: Uint8Array) => createSign('sha256').update(bytes).sign(privateKey)
  const raw = (bytes: Uint8Array) =>
    createSign('sha256').update(bytes).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }) as string

  const forms: [string, () => Key | Promise<Key>][] = [
    ['PKCS #8', () => pem],
    ['SEC1', () => sec1],
    ['SEC1 of openssl ecparam', () => parameters + sec1],
    ['JWK', () => privateKey.export({ format: 'jwk' })],
    ['a WebCrypto pair that cannot be exported', () => pair(pem)],
    ['an HSM that answers DER', () => ({ publicKey: spki, sign: der })],
    ['an HSM that answers r and s', () => ({ publicKey: publicPem, sign: async (bytes) => raw(bytes) })],
  ]

  test.each(forms)('%s', async (_name, key) => {
    const signer = await signerOf(await key())
    expect(signer.publicKey).toBe(spki)
    expect(isSignatureOf('text', await signer.sign('text'), spki)).toBe(true)
  })

  async function pair(text: string): Promise<Key> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const pkcs8 = createPrivateKey(text).export({ type: 'pkcs8', format: 'der' })
    const { subtle } = webcrypto
    return {
      privateKey: await subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign']),
      publicKey: await subtle.importKey('spki', Buffer.from(spki, 'base64'), algorithm, true, ['verify']),
    }
  }

  const otherCurve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey
  const encrypted = privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  }) as string

  test.each([
    ['a public key', publicPem, 'private one of the pair'],
    ['an encrypted key', encrypted, 'Decrypt it first'],
    ['another curve', otherCurve.export({ type: 'pkcs8', format: 'pem' }) as string, 'P-256'],
    ['no key at all', 'secret', 'BEGIN PRIVATE KEY'],
  ])('%s is refused with the solution', async (_name, key, message) => {
    await expect(signerOf(key)).rejects.toThrow(message)
  })

  test('a JWK without its private part is refused with its requirements', async () => {
    const message = 'The JWK is not a private key. It needs kty EC, crv P-256, x, y and d.'
    await expect(signerOf(publicKey.export({ format: 'jwk' }))).rejects.toThrow(message)
    await expect(signerOf(otherCurve.export({ format: 'jwk' }))).rejects.toThrow(message)
  })

  test('an HSM without a valid signature is refused with the expected form', async () => {
    const signer = await signerOf({ publicKey: spki, sign: () => new Uint8Array(63) })
    const message = 'The key’s sign() must return an ECDSA signature: DER, or r and s in 64 bytes.'
    await expect(signer.sign('text')).rejects.toThrow(message)
  })
})
