import { createHash, createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KeyName, RawSigner } from '../base/ports/chain.ts'
import { createKeystore } from './keystore.ts'
import { KmsError, type KmsSettings, openKms } from './kms.ts'
import { openSigner } from './signer.ts'
import { signedHeaders } from './sigv4.ts'

// A KMS with its own keys. Its check of the request's signature is written from AWS's
// description, by regular expressions over the header, and shares nothing with sigv4.ts.

const credentials = {
  accessKeyId: 'AKIDEXAMPLE', // from AWS's own examples
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: null,
}
const at = new Date('2026-03-01T08:00:00.123Z')
const now = () => at
const purpose = { requestId: '0x01', chain: 'ETH', intent: 'a test' } as const

const pairs: { readonly [id: string]: { spec: string; privateKey: KeyObject; publicKey: KeyObject } } = {
  'key-minter': { spec: 'ECC_SECG_P256K1', ...generateKeyPairSync('ec', { namedCurve: 'secp256k1' }) },
  'key-burner': { spec: 'ECC_SECG_P256K1', ...generateKeyPairSync('ec', { namedCurve: 'secp256k1' }) },
  'key-solana': { spec: 'ECC_NIST_EDWARDS25519', ...generateKeyPairSync('ed25519') },
  'key-p256': { spec: 'ECC_NIST_P256', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSignedRight({ headers, method, url }: IncomingMessage, body: string): boolean {
  const [, who, day, region, covered, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/kms\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const time = String(headers['x-amz-date'])
  const needed = ['content-type', 'host', 'x-amz-date', 'x-amz-target']
  if (who !== credentials.accessKeyId || !time.startsWith(day!) || covered !== needed.join(';')) return false
  const bodyHash = createHash('sha256').update(body).digest('hex')
  let canonical = `${method}\n${url}\n\n`
  for (const name of needed) canonical += `${name}:${String(headers[name])}\n`
  canonical += `\n${needed.join(';')}\n${bodyHash}`
  const scope = `${day}/${region}/kms/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`
  const dayKey = hmac(`AWS4${credentials.secretAccessKey}`, day!)
  return hmac(hmac(hmac(hmac(dayKey, region!), 'kms'), 'aws4_request'), text).toString('hex') === signature
}

type Input = { KeyId: string; Message: string; MessageType: string; SigningAlgorithm: string }

function act(action: string, { KeyId, Message, MessageType, SigningAlgorithm }: Input): [number, object] {
  const pair = pairs[KeyId]
  if (!pair) return [400, { __type: 'NotFoundException', message: `Key ${KeyId} does not exist` }]
  if (action === 'TrentService.GetPublicKey') {
    const PublicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    return [200, { KeyId, KeySpec: pair.spec, PublicKey }]
  }
  const message = Buffer.from(Message, 'base64')
  const signer = lies ? pairs['key-burner']!.privateKey : pair.privateKey
  if (pair.spec === 'ECC_NIST_EDWARDS25519' && MessageType === 'RAW' && SigningAlgorithm === 'ED25519_SHA_512')
    return [200, { KeyId, SigningAlgorithm, Signature: sign(null, message, signer).toString('base64') }]
  if (MessageType !== 'DIGEST' || SigningAlgorithm !== 'ECDSA_SHA_256' || message.length !== 32)
    return [400, { __type: 'ValidationException', message: 'no such way to sign' }]
  return [200, { KeyId, SigningAlgorithm, Signature: Buffer.from(signDigest(signer, message)).toString('base64') }]
}

/** Like KMS: DER, with s high or low at random. */
let high = false
function signDigest(key: KeyObject, digest: Uint8Array): Uint8Array {
  const secret = new Uint8Array(Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url'))
  const { r, s } = secp256k1.Signature.fromBytes(secp256k1.sign(digest, secret, { prehash: false }))
  high = !high
  return new secp256k1.Signature(r, high ? secp256k1.Point.Fn.ORDER - s : s).toBytes('der')
}

type Fault = { status: number; body: string } | 'hang up'
let faults: Fault[] = []
let requests: { action: string; body: string; headers: string }[] = []
let lies = false
let endpoint: string

const server = createServer((request, response) => {
  void (async () => {
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    const action = String(request.headers['x-amz-target'])
    requests.push({ action, body, headers: String(request.headers.authorization) })
    const fault = faults.shift()
    if (fault === 'hang up') return request.socket.destroy()
    if (fault) return response.writeHead(fault.status).end(fault.body)
    if (!isSignedRight(request, body))
      return response.writeHead(400).end(JSON.stringify({ __type: 'InvalidSignatureException', message: 'wrong' }))
    const [status, answer] = act(action, JSON.parse(body))
    return response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer))
  })()
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})
beforeEach(() => {
  faults = []
  requests = []
  lies = false
})

function settings(over: Partial<KmsSettings> = {}): KmsSettings {
  const keys = new Map([
    ['minter/secp256k1', 'key-minter'],
    ['burner/secp256k1', 'key-burner'],
    ['minter/ed25519', 'key-solana'],
    ['admin/secp256k1', 'key-p256'],
    ['admin/ed25519', 'key-minter'],
    ['pauser/secp256k1', 'key-lost'],
  ])
  return { ...credentials, region: 'eu-central-2', endpoint, keys, ...over }
}

const digestOf = (n: number) => new Uint8Array(createHash('sha256').update(String(n)).digest())

async function isByMinter(signer: RawSigner, n: number): Promise<boolean> {
  const signature = await signer.sign('minter', 'secp256k1', digestOf(n), purpose)
  const point = await signer.publicKey('minter', 'secp256k1')
  const recovered = secp256k1.recoverPublicKey(
    Uint8Array.of(signature[64]!, ...signature.subarray(0, 64)),
    digestOf(n),
    {
      prehash: false,
    },
  )
  return (
    signature.length === 65 &&
    Buffer.from(recovered).equals(point) &&
    secp256k1.verify(signature.subarray(0, 64), digestOf(n), point, { prehash: false, lowS: true })
  )
}

test('a digest is signed with low s and the right parity, for either s of KMS', async () => {
  const signer = openKms(settings(), now)
  const jwk = pairs['key-minter']!.publicKey.export({ format: 'jwk' })
  const x = Buffer.from(jwk.x!, 'base64url').toString('hex')
  expect(
    Buffer.from(await signer.publicKey('minter', 'secp256k1'))
      .toString('hex')
      .slice(2),
  ).toBe(x)
  for (let n = 0; n < 12; n += 1) expect(await isByMinter(signer, n)).toBe(true)
  expect(requests.filter(({ action }) => action === 'TrentService.GetPublicKey')).toHaveLength(1)
})

test('a message is signed with ed25519', async () => {
  const signer = openKms(settings(), now)
  const message = Buffer.alloc(1232, 3)
  const x = Buffer.from(await signer.publicKey('minter', 'ed25519')).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, message, key, await signer.sign('minter', 'ed25519', message, purpose))).toBe(true)
})

test('a key of another kind, or a missing one, is refused with an explanation', async () => {
  const signer = openKms(settings(), now)
  await expect(signer.publicKey('admin', 'secp256k1')).rejects.toThrow(
    'ECC_NIST_P256; a secp256k1 key must be ECC_SECG',
  )
  await signer.publicKey('minter', 'secp256k1')
  await expect(signer.publicKey('admin', 'ed25519')).rejects.toThrow('must be ECC_NIST_EDWARDS25519')
  await expect(signer.publicKey('pauser', 'secp256k1')).rejects.toThrow('NotFoundException Key key-lost does not exist')
  await expect(signer.publicKey('freezer', 'secp256k1')).rejects.toThrow('no key for freezer/secp256k1')
  expect(() => openKms(settings({ keys: new Map([['mintr', 'key-minter']]) }), now)).toThrow('"mintr"')
})

test('a signature by another key is refused', async () => {
  const signer = openKms(settings(), now)
  await signer.publicKey('minter', 'secp256k1')
  lies = true
  await expect(signer.sign('minter', 'secp256k1', digestOf(1), purpose)).rejects.toThrow(KmsError)
})

test('temporary errors are retried with the same bytes; others are not', async () => {
  const signer = openKms(settings(), now)
  await signer.publicKey('minter', 'secp256k1')
  requests = []
  faults = [{ status: 400, body: '{"__type":"ThrottlingException"}' }, { status: 503, body: '<html>' }, 'hang up']
  expect(await isByMinter(signer, 5)).toBe(true)
  expect(requests).toHaveLength(4)
  expect(new Set(requests.map((one) => JSON.stringify(one))).size).toBe(1)

  requests = []
  faults = [{ status: 400, body: '{"__type":"com.amazonaws.kms#DisabledException","message":"disabled"}' }]
  await expect(signer.sign('minter', 'secp256k1', digestOf(6), purpose)).rejects.toThrow('DisabledException disabled')
  expect(requests).toHaveLength(1)

  faults = Array.from({ length: 4 }, () => ({ status: 500, body: '' }))
  await expect(signer.sign('minter', 'secp256k1', digestOf(7), purpose)).rejects.toThrow('in 4 tries')
  expect(await isByMinter(signer, 8)).toBe(true)
})

test('a key that could not be fetched is fetched again later', async () => {
  const signer = openKms(settings(), now)
  faults = [{ status: 400, body: '{"__type":"AccessDeniedException"}' }]
  await expect(signer.publicKey('minter', 'secp256k1')).rejects.toThrow('AccessDeniedException')
  expect(await signer.publicKey('minter', 'secp256k1')).toHaveLength(33)
})

test('wrong credentials are refused', async () => {
  const signer = openKms(settings({ secretAccessKey: 'another' }), now)
  await expect(signer.publicKey('minter', 'secp256k1')).rejects.toThrow('InvalidSignatureException')
})

test('with a keystore as well, KMS signs for the keys in its settings and the file for the rest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kms-'))
  try {
    const keystore = join(folder, 'keys.json')
    const keystorePassphrase = 'a passphrase for tests only'
    await createKeystore(keystore, keystorePassphrase, { N: 2 ** 4, r: 8, p: 1 })
    const signer = (await openSigner({ keystore, keystorePassphrase, kms: settings() }, { now, log: () => {} }))!
    expect(await isByMinter(signer, 1)).toBe(true)
    const before = requests.length
    expect(await signer.sign('deposit:3', 'secp256k1', digestOf(1), purpose)).toHaveLength(65)
    expect(requests).toHaveLength(before)
    await expect(signer.sign('deposit:x' as KeyName, 'secp256k1', digestOf(1), purpose)).rejects.toThrow('docs/keys.md')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('SigV4: AWS’s own vector post-vanilla', () => {
  const request = {
    url: new URL('https://example.amazonaws.com/'),
    headers: {},
    body: '',
    region: 'us-east-1',
    service: 'service',
    at: new Date('2015-08-30T12:36:00Z'),
  }
  expect(signedHeaders(request, credentials)).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  })
  expect(signedHeaders(request, { ...credentials, sessionToken: 'token' })).toMatchObject({
    'x-amz-security-token': 'token',
    authorization: expect.stringContaining('SignedHeaders=host;x-amz-date;x-amz-security-token,'),
  })
})
