import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import file from '../../vectors/signing.json' with { type: 'json' }
import { parseForm } from '../encoding/form.ts'
import { parseJson } from '../encoding/json.ts'
import { type NearMiss, nearMisses, type SentRequest } from './nearmiss.ts'
import { decodeSignature, signatureForms, signedBodies, signingString } from './signing.ts'

type Sent = { body: string; kind?: 'form' | 'json'; path?: string; query?: string }

function sent({ body, kind = 'form', path = '/api/v1/private/addOrder', query = '' }: Sent): SentRequest {
  const value = kind === 'json' ? parseJson(body) : parseForm(body)
  return { path, query, host: 'uat.example', body: kind, raw: body, value, nonce: '7' }
}

const order = sent({ body: 'symbol=VCHF%2FCHF&orderqty=1000.50' })
const plus = sent({ body: 'timestamp=2026-11-18T09:00:00+00:00' })
const rail = sent({
  kind: 'json',
  path: '/api/v1/private/addPaymentRail',
  body: '{ "sender": { "name": "Zürich \\"1\\", AG" }, "n": 30, "a": "x:y" }',
})
const balance = sent({ body: '', path: '/api/v1/private/accountBalance' })

test.each<[string, SentRequest, string]>([
  ['lacks /api/v1.', order, '/private/addOrder{"orderqty":"1000.50","symbol":"VCHF/CHF"}7'],
  ['lacks /api/v1 and', order, 'private/addOrder{"orderqty":"1000.50","symbol":"VCHF/CHF"}7'],
  ['lacks its leading slash', order, 'api/v1/private/addOrder{"orderqty":"1000.50","symbol":"VCHF/CHF"}7'],
  ['full URL', order, 'https://uat.example/api/v1/private/addOrder{"orderqty":"1000.50","symbol":"VCHF/CHF"}7'],
  ['query', { ...balance, query: 'a=1' }, '/api/v1/private/accountBalance?a=17'],
  ['raw form', order, '/api/v1/private/addOrdersymbol=VCHF%2FCHF&orderqty=1000.507'],
  ['%2B', plus, '/api/v1/private/addOrder{"timestamp":"2026-11-18T09:00:00+00:00"}7'],
  ['not sorted', order, '/api/v1/private/addOrder{"symbol":"VCHF/CHF","orderqty":"1000.50"}7'],
  ['without quotes', order, '/api/v1/private/addOrder{"orderqty":1000.5,"symbol":"VCHF/CHF"}7'],
  ['Slashes', order, '/api/v1/private/addOrder{"orderqty":"1000.50","symbol":"VCHF\\/CHF"}7'],
  ['before the body', order, '/api/v1/private/addOrder7{"orderqty":"1000.50","symbol":"VCHF/CHF"}'],
  ['put first', balance, '7/api/v1/private/accountBalance'],
  ['nonce is missing', balance, '/api/v1/private/accountBalance'],
  ['follows', balance, '/api/v1/private/accountBalance7\n'],
  ['between the parts', balance, '/api/v1/private/accountBalance\n\n7'],
  ['empty array', balance, '/api/v1/private/accountBalance[]7'],
  ['as sent', rail, `/api/v1/private/addPaymentRail${rail.raw}7`],
  ['not sorted', rail, '/api/v1/private/addPaymentRail{"sender":{"name":"Zürich \\"1\\", AG"},"n":30,"a":"x:y"}7'],
  ['spaces', rail, '/api/v1/private/addPaymentRail{"a": "x:y", "n": 30, "sender": {"name": "Zürich \\"1\\", AG"}}7'],
  ['Non-ASCII', rail, '/api/v1/private/addPaymentRail{"a":"x:y","n":30,"sender":{"name":"Z\\u00fcrich \\"1\\", AG"}}7'],
  ['in quotes', rail, '/api/v1/private/addPaymentRail{"a":"x:y","n":"30","sender":{"name":"Zürich \\"1\\", AG"}}7'],
])('a hint about "%s" for a wrong signing string', (words, request, signed) => {
  const found = nearMisses(request).filter((miss) => miss.payload === signed && miss.digest === null)
  expect(found).toHaveLength(1)
  expect(found[0]!.hint).toContain(words)
})

test.each([order, plus, rail, balance])(
  'the right string is never a near miss, all strings are distinct, and they are few',
  (request) => {
    const misses = nearMisses(request)
    const right = signedBodies(request.value).map((body) => signingString(request.path, body, request.nonce))
    const plain = misses.filter((miss) => miss.digest === null).map((miss) => miss.payload)
    expect(plain.filter((payload) => right.includes(payload))).toEqual([])
    expect(new Set(plain).size).toBe(plain.length)
    expect(misses.length).toBeLessThanOrEqual(24)
  },
)

const key = createPublicKey(file.privateKeyPkcs8Pem)
const sha256 = (text: string) => createHash('sha256').update(text).digest()

function fits({ payload, digest }: NearMiss, signature: string): boolean {
  const data =
    digest === null
      ? Buffer.from(payload)
      : digest === 'sha256'
        ? sha256(payload)
        : Buffer.from(sha256(payload).toString('hex'))
  return signatureForms(decodeSignature(signature)!).some((form) =>
    verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, form),
  )
}

test.each([
  ['signed over the raw form body instead of canonical JSON', 'raw form body'],
  ['signed over unsorted JSON', 'keys are not sorted'],
  ['signed over the path without /api/v1', 'lacks /api/v1'],
  ['nonce before body', 'before the body'],
  ['signed by another key', null],
])('vector: %s', (name, words) => {
  const vector = file.vectors.find((candidate) => candidate.name === name)!
  const kind = vector.contentType === 'application/json' ? 'json' : 'form'
  const request = { ...sent({ body: vector.body, kind, path: vector.path }), nonce: vector.nonce }
  const hints = nearMisses(request)
    .filter((miss) => fits(miss, vector.signatureDerBase64url))
    .map((miss) => miss.hint)
  if (words === null) expect(hints).toEqual([])
  else expect(hints).toEqual([expect.stringContaining(words)])
})
