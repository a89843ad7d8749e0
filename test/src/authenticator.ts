import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// A passkey in software: what a security key or a phone does when a browser asks it to sign. It shares no code with the
// library that the service verifies signatures with.

export type Authenticator = {
  readonly credentialId: Buffer
  /** COSE: a CBOR map with key type EC2, algorithm ES256, curve P-256, x and y. */
  readonly publicKey: Buffer
  /** Signs a challenge (base64url) for a site, as base64url fields. */
  get(challenge: string, site: { rpId: string; origin: string }, over?: Partial<Conditions>): Assertion
}

export type Assertion = {
  credential_id: string
  authenticator_data: string
  client_data_json: string
  signature: string
}

type Conditions = { userVerified: boolean; counter: number; type: string }

const userPresent = 0x01
const userVerified = 0x04

export function createAuthenticator(): Authenticator {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const point = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')])
  const publicKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    point(jwk.x!),
    Buffer.from([0x22]),
    point(jwk.y!),
  ])
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return {
    credentialId,
    publicKey,
    get: (challenge, { rpId, origin }, over = {}) => {
      const {
        userVerified: verified,
        counter,
        type,
      } = { userVerified: true, counter: 0, type: 'webauthn.get', ...over }
      const rest = Buffer.alloc(5)
      rest.writeUInt8(userPresent | (verified ? userVerified : 0), 0)
      rest.writeUInt32BE(counter, 1)
      const authenticatorData = Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
      const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
      return {
        credential_id: credentialId.toString('base64url'),
        authenticator_data: authenticatorData.toString('base64url'),
        client_data_json: clientData.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
      }
    },
  }
}
