import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

// A software authenticator, written from the WebAuthn standard: a P-256 key that registers and signs like a phone.

export type PasskeyDevice = {
  create(options: any, over?: Over): object
  get(options: any, over?: Over): object
}

/** The parts that an attacker would change. */
export type Over = {
  origin?: string
  rpId?: string
  flags?: number
  counter?: number
  challenge?: string
  id?: string
  userHandle?: string
}

const userPresent = 1
const userVerified = 4
const attested = 64

export function passkeyDevice(origin: string): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const key: KeyObject = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const { x, y } = publicKey.export({ format: 'jwk' })
  let counter = 0
  let userHandle: string | undefined
  const clientData = (type: string, challenge: string, over: Over) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: over.challenge ?? challenge,
        origin: over.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const data = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counted, rest])
  }
  return {
    create(options, over = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'), // map(5): kty EC2, alg ES256, crv P-256, x
        Buffer.from(x!, 'base64url'),
        Buffer.from('225820', 'hex'), // y
        Buffer.from(y!, 'base64url'),
      ])
      const flags = over.flags ?? userPresent | userVerified | attested
      const authData = data(
        over.rpId ?? options.rp.id,
        flags,
        over.counter ?? 0,
        Buffer.concat([Buffer.alloc(16), length, id, cose]),
      )
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'), // {fmt: none, attStmt: {}, authData:
        Buffer.from([0x59, authData.length >> 8, authData.length & 255]),
        authData,
      ])
      return credential(id, {
        clientDataJSON: clientData('webauthn.create', options.challenge, over).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    get(options, over = {}) {
      counter = over.counter ?? counter + 1
      const client = clientData('webauthn.get', options.challenge, over)
      const authData = data(over.rpId ?? options.rpId, over.flags ?? userPresent | userVerified, counter)
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
      return credential(over.id === undefined ? id : Buffer.from(over.id), {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        userHandle: over.userHandle ?? userHandle,
      })
    },
  }
}

const credential = (id: Buffer, response: object) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key',
  response,
  clientExtensionResults: {},
})
