import vectors from '@specie/protocol/vectors/signing.json' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Client, freshNonce, onboard, read, sandbox } from '../client.ts'
import { freshDatabase, pastTriggers, type TestDatabase } from '../database.ts'
import { type RunningService, startService } from '../programs/service.ts'

let database: TestDatabase
let strict: RunningService
let lenient: RunningService

beforeAll(async () => {
  database = await freshDatabase()
  strict = await startService(database.url)
  lenient = await startService(database.url, { JSON_BODIES: 'on' })
})

afterAll(async () => {
  await Promise.all([strict.stop(), lenient.stop()])
  await database.drop()
})

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'

/** A call with a valid signature of its JSON body. */
function sendJson(client: Client, name: string, body: object, contentType = json): Promise<Answer> {
  const nonce = freshNonce()
  const text = JSON.stringify(body)
  const signed = `/api/v1/private/${name}${text}${nonce}`
  return client.call(name, {}, { nonce, signed, body: text, contentType })
}

const wrongType = (expected: string) => ({
  status: 400,
  body: {
    code: 'bad_request',
    message: expect.stringContaining(expected),
    details: { field: 'content-type', rule: 'content_type' },
  },
})

describe('by default', () => {
  test.each<[string, Record<string, string>, string]>([
    ['cancelMint', { requestid: 'a\0b' }, 'requestid'],
    ['withdraw', { asset: 'CHF', quantity: '10', destination: '\0' }, 'destination'],
  ])('%s answers a text with U+0000 with 400', async (name, fields, field) => {
    const acme = await onboard(strict.origin)
    const { status, body } = await acme.call(name, fields)
    expect([status, body.details]).toEqual([400, { field, rule: 'control' }])
  })

  test('a JSON body with U+0000 in it is answered with 400', async () => {
    const acme = await onboard(strict.origin)
    const sender = { address: { country: 'CH' }, partyname: { name: 'A\0B' }, partytype: 'company' }
    const instructions = { asset: 'VCHF', blockchain: 'ETH', currency: 'CHF' }
    const rail = { instructions, railtype: 'FiatToStablecoin', sender, wallet: { destination: 'x' } }
    expect(await sendJson(acme, 'addPaymentRail', rail)).toMatchObject({
      status: 400,
      body: { details: { field: 'sender.partyname.name', rule: 'control' } },
    })
  })

  test.each([json, `${json}; charset=utf-8`, 'text/plain', 'multipart/form-data; boundary=x'])(
    'a form endpoint refuses %s and names the accepted types',
    async (contentType) => {
      const acme = await onboard(strict.origin)
      const answer = await sendJson(acme, 'queryOrders', { symbol: 'VCHF/CHF' }, contentType)
      expect(answer).toMatchObject(wrongType(form))
      // A sender of JSON learns of the setting that accepts it.
      expect(/JSON_BODIES=on/.test(answer.body.message)).toBe(contentType.startsWith(json))
    },
  )

  test('a declared JSON body that is empty is refused too; without a body no content type is needed', async () => {
    const acme = await onboard(strict.origin)
    expect(await acme.call('accountBalance', {}, { contentType: json, body: '' })).toMatchObject(wrongType(form))
    expect((await acme.call('accountBalance', {}, { headers: { 'content-type': undefined } })).status).toBe(200)
  })

  test('addPaymentRail accepts JSON only', async () => {
    const acme = await onboard(strict.origin)
    const asForm = await acme.call('addPaymentRail', { railtype: 'FiatToStablecoin' })
    expect(asForm).toMatchObject(wrongType(json))
  })

  test('a body of the other kind under the right content type is named as such, not as a wrong signature', async () => {
    const acme = await onboard(strict.origin)
    const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '250000' }
    const asForm = await sendJson(acme, 'mintTokens', mint, form)
    expect(asForm).toMatchObject(wrongType('The body is JSON'))
    expect(asForm.body.message).toContain('JSON_BODIES=on')
    const tolerated = await onboard(lenient.origin)
    expect((await sendJson(tolerated, 'mintTokens', mint, form)).body.message).toContain(`Set Content-Type: ${json}`)
    const body = 'railtype=FiatToStablecoin&clreqid=r-1'
    expect(await acme.call('addPaymentRail', {}, { body, contentType: json })).toMatchObject(
      wrongType('The body is a form'),
    )
  })

  test('a refused content type does not spend the nonce', async () => {
    const acme = await onboard(strict.origin)
    const nonce = freshNonce()
    expect((await acme.call('accountBalance', {}, { nonce, contentType: json, body: '{}' })).status).toBe(400)
    expect((await acme.call('accountBalance', {}, { nonce })).status).toBe(200)
  })
})

describe('with JSON_BODIES=on', () => {
  test('a form endpoint accepts JSON with string values', async () => {
    const acme = await onboard(lenient.origin)
    const answer = await sendJson(acme, 'queryOrders', { symbol: 'VCHF/CHF' })
    expect(answer).toMatchObject({ status: 200, body: { result: 'ok' } })
  })

  test('a number is refused with the advice to send a string, and nothing is done', async () => {
    const acme = await onboard(lenient.origin)
    const answer = await sendJson(acme, 'mintTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: 250_000 })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'bad_request',
        message: expect.stringContaining('Send `quantity` as a string'),
        details: { field: 'quantity', rule: 'string' },
      },
    })
  })

  test('forms are accepted as usual', async () => {
    const acme = await onboard(lenient.origin)
    expect((await acme.call('queryOrders', { symbol: 'VCHF/CHF' })).status).toBe(200)
  })
})

describe('the signing vectors', () => {
  beforeAll(async () => {
    const { status } = await sandbox(lenient.origin, 'institutions', {
      name: 'Vectors',
      publickey: vectors.publicKeySpkiBase64,
    })
    expect(status).toBe(200)
  })

  /** The vectors share one key and few nonces: each is sent as if it were that key's first call. */
  const forgetUse = () =>
    pastTriggers(database.owner, `update access.key_use set last_nonce = -1, next_at = '-infinity'`)

  async function send(vector: (typeof vectors.vectors)[number], publicKey: string, signature: string) {
    await forgetUse()
    const response = await fetch(lenient.origin + vector.path, {
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

  const lastNonce = async () => {
    const [use] = await database.owner.query<{ last_nonce: bigint }>(
      'select last_nonce from access.key_use join access.api_key on id = key_id where spki = $1',
      [Buffer.from(vectors.publicKeySpkiBase64, 'base64')],
    )
    return use?.last_nonce
  }

  const encodings = ['signatureDerBase64url', 'signatureDerBase64', 'signatureP1363Base64url'] as const
  const valid = vectors.vectors.filter((vector) => vector.valid)
  const invalid = vectors.vectors.filter((vector) => !vector.valid)

  // Some vectors send JSON to endpoints that take forms.
  describe.each(valid)('accepted: $name', (vector) => {
    test.each(encodings)('%s', async (encoding) => {
      const answer = await send(vector, vectors.publicKeySpkiBase64, vector[encoding]!)
      // Not every path of the vectors is an endpoint of this version, and not every body is valid for its endpoint: with a
      // valid signature the answer is anything but a 401.
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
})
