import vectors from '@specie/protocol/vectors/signing.json' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { read, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startService, type RunningService } from '../service.ts'

let database: TestDatabase
let service: RunningService

beforeAll(async () => {
  database = await freshDatabase()
  // Some vectors send JSON to endpoints that take forms.
  service = await startService(database.url, { JSON_BODIES: 'on' })
  const { status } = await sandbox(service.origin, 'institutions', {
    name: 'Vectors',
    publickey: vectors.publicKeySpkiBase64,
  })
  expect(status).toBe(200)
})

afterAll(async () => {
  await service.stop()
  await database.drop()
})

/** The vectors share one key and few nonces: each is sent as if it were that key's first call. */
const forgetUse = () => database.owner.query(`update institutions.key_use set last_nonce = -1, next_at = '-infinity'`)

async function send(vector: (typeof vectors.vectors)[number], publicKey: string, signature: string) {
  await forgetUse()
  const response = await fetch(service.origin + vector.path, {
    method: 'POST',
    headers: {
      'user-agent': 'specie-test',
      'content-type': vector.contentType,
      'x-app-public-key': publicKey,
      'x-app-nonce': vector.nonce,
      'x-app-signed-data': signature,
    },
    body: vector.body,
  })
  return read(response)
}

const lastNonce = async () =>
  (await database.owner.query<{ last_nonce: bigint }>('select last_nonce from institutions.key_use'))[0]?.last_nonce

const encodings = ['signatureDerBase64url', 'signatureDerBase64', 'signatureP1363Base64url'] as const
const valid = vectors.vectors.filter((vector) => vector.valid)
const invalid = vectors.vectors.filter((vector) => !vector.valid)

describe.each(valid)('accepted: $name', (vector) => {
  test.each(encodings)('%s', async (encoding) => {
    const answer = await send(vector, vectors.publicKeySpkiBase64, vector[encoding]!)
    // Not every path of the vectors is an endpoint of this version, and not every body is one that its endpoint takes for
    // this client: what a signature gets there that holds is anything but a 401.
    expect([200, 400, 403, 404, 503]).toContain(answer.status)
    expect(await lastNonce()).toBe(BigInt(vector.nonce))
  })

  test('with the key in base64url', async () => {
    const answer = await send(vector, vectors.publicKeySpkiBase64url, vector.signatureDerBase64url)
    expect([200, 400, 403, 404, 503]).toContain(answer.status)
    expect(await lastNonce()).toBe(BigInt(vector.nonce))
  })
})

test.each(invalid)('refused: $name', async (vector) => {
  const sent = encodings.filter((encoding) => vector[encoding] !== undefined)
  expect(sent.length).toBeGreaterThan(0)
  for (const encoding of sent) {
    const answer = await send(vector, vectors.publicKeySpkiBase64, vector[encoding]!)
    expect(answer).toMatchObject({ status: 401, body: { code: 'signature_failure' } })
  }
  expect(await lastNonce()).toBe(-1n)
})
