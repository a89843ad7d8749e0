import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseNetwork, parsePublicKey, publicKeyProblem } from './parse.ts'

const spkiOf = (namedCurve: string): Buffer =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'der' })

test('a P-256 key is accepted in base64 and base64url, as its bytes', () => {
  const spki = spkiOf('P-256')
  for (const encoding of ['base64', 'base64url'] as const)
    expect(parsePublicKey(spki.toString(encoding)).equals(spki)).toBe(true)
})

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'der' })
const offCurve = Buffer.from(spkiOf('P-256')).fill(7, 30)
const expected = 'The public key must be a P-256 key as SPKI DER (91 bytes, uncompressed); this is'

test.each([
  [
    'a PEM file',
    pem as string,
    'The public key is not base64 or base64url. Send the SPKI DER, without the lines of a PEM file.',
  ],
  ['another curve', spkiOf('secp256k1').toString('base64'), `${expected} a key of type ec on secp256k1, 88 bytes.`],
  ['a key without a curve', rsa.toString('base64'), `${expected} a key of type rsa, ${rsa.length} bytes.`],
  ['no key', Buffer.alloc(91).toString('base64'), `${expected} 91 bytes that are not a public key.`],
  ['no point', offCurve.toString('base64'), 'The public key is not a point on the curve P-256.'],
])('%s is refused with what it is', (_what, text, problem) => {
  expect(publicKeyProblem(text)).toBe(problem)
  expect(() => parsePublicKey(text)).toThrow(
    expect.objectContaining({ message: problem, details: { field: 'publickey', rule: 'p256_spki' } }),
  )
})

test('a network has its length; a single address is a network of one', () => {
  expect(['203.0.113.0/24', ' 203.0.113.7 ', '2001:db8::/64', '2001:db8::1'].map(parseNetwork)).toEqual([
    '203.0.113.0/24',
    '203.0.113.7/32',
    '2001:db8::/64',
    '2001:db8::1/128',
  ])
  for (const text of [
    '',
    'x',
    '203.0.113.0/33',
    '203.0.113.0/0',
    '203.0.113.0/',
    '203.0.113.0/2x',
    '1.2.3.4/8/8',
    'fe80::1%a',
  ])
    expect(() => parseNetwork(text), text).toThrow('Enter a network such as 203.0.113.0/24')
})
