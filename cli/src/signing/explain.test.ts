import { createPrivateKey, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import signing from '@specie/protocol/vectors/signing.json' with { type: 'json' }
import { explain } from './explain.ts'

const { vectors, publicKeySpkiBase64: publicKey, privateKeyPkcs8Pem } = signing
type Vector = (typeof vectors)[number]

const requestOf = (vector: Vector, signature = vector.signatureDerBase64url) => ({
  url: `https://desk.example${vector.path}`,
  headers: {
    'content-type': vector.contentType,
    'x-app-public-key': publicKey,
    'x-app-nonce': vector.nonce,
    'x-app-signed-data': signature,
  },
  body: vector.body,
})

test.each(vectors.map((vector) => [vector.name, vector] as const))(
  'the vectors are judged as they say: %s',
  (_, vector) => {
    const steps = explain(requestOf(vector), null)
    expect(steps.at(-1)).toMatchObject({ step: 'result', ok: vector.valid })
    // Nothing and {} are equivalent: both are shown as nothing.
    if (!vector.valid || vector.signingString.includes('{}')) return
    expect(steps.find(({ step }) => step === 'signing string')!.value).toBe(vector.signingString)
    expect(steps.find(({ step }) => step === 'digest')!.value).toBe(vector.sha256)
  },
)

const signed = (text: string) =>
  sign('sha256', Buffer.from(text), createPrivateKey(privateKeyPkcs8Pem)).toString('base64url')
const order = vectors.find(({ valid, body }) => valid && body.includes('&'))!

test.each([
  [order.signingString.replace('/api/v1', ''), 'The path lacks /api/v1'],
  [`${order.path}${order.body}${order.nonce}`, 'The raw form body was signed'],
  [`${order.signingString}\n`, 'A line break follows the signing string'],
])('the mistaken signing string is named: %j', (text, hint) => {
  const result = explain(requestOf(order, signed(text)), null).at(-1)!
  expect(result).toMatchObject({ ok: false, value: expect.stringContaining(hint) })
})

test('the first wrong step is marked', () => {
  const { headers, ...rest } = requestOf(order)
  const broken = (over: Record<string, string>) =>
    explain({ ...rest, headers: { ...headers, ...over } }, null)
      .filter(({ ok }) => !ok)
      .map(({ step }) => step)
  expect(broken({ 'x-app-public-key': 'none' })).toEqual(['public key', 'result'])
  expect(broken({ 'x-app-signed-data': '????' })).toEqual(['signature', 'result'])
  expect(broken({ 'x-app-nonce': '-1' })).toEqual(['nonce', 'result'])
  expect(explain({ ...rest, url: '/somewhere', headers }, null)[0]).toMatchObject({ step: 'path', ok: false })
})
