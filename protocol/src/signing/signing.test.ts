import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import file from '../../vectors/signing.json' with { type: 'json' }
import { parseForm } from '../encoding/form.ts'
import { type Json, parseJson } from '../encoding/json.ts'
import {
  decodePublicKey,
  decodeSignature,
  p1363ToDer,
  parseNonce,
  signatureForms,
  signedBodies,
  signingString,
} from './signing.ts'

type Vector = (typeof file.vectors)[number]

const key = createPublicKey({
  key: Buffer.from(decodePublicKey(file.publicKeySpkiBase64)!),
  format: 'der',
  type: 'spki',
})

const read = ({ contentType, body }: Vector): Json =>
  contentType === 'application/json' ? parseJson(body) : parseForm(body)

const strings = (vector: Vector): string[] =>
  signedBodies(read(vector)).map((body) => signingString(vector.path, body, vector.nonce))

function accepted(vector: Vector, signature: string): boolean {
  const bytes = decodeSignature(signature)
  const forms = bytes ? signatureForms(bytes) : []
  return forms.some((form) =>
    strings(vector).some((text) => verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, form)),
  )
}

const signatures = (vector: Vector): string[] =>
  [vector.signatureDerBase64url, vector.signatureDerBase64, vector.signatureP1363Base64url].filter(
    (text) => text != null,
  )

test.each(file.vectors.filter((vector) => vector.valid))('vector: $name is accepted in every spelling', (vector) => {
  expect(strings(vector)).toContain(vector.signingString)
  for (const signature of signatures(vector)) expect(accepted(vector, signature)).toBe(true)
})

test.each(file.vectors.filter((vector) => !vector.valid))('vector: $name is refused', (vector) => {
  for (const signature of signatures(vector)) expect(accepted(vector, signature)).toBe(false)
})

test('both alphabets give the same public key', () => {
  expect(decodePublicKey(file.publicKeySpkiBase64url)).toEqual(decodePublicKey(file.publicKeySpkiBase64))
})

test.each([
  ['0', 0n],
  ['1763121600001', 1763121600001n],
  ['18446744073709551615', 18446744073709551615n],
  ['18446744073709551616', null],
  ['99999999999999999999', null],
  ['100000000000000000000', null],
  ['', null],
  ['01', null],
  ['-1', null],
  ['+1', null],
  ['1.0', null],
  [' 1', null],
  ['1\n', null],
  ['0x10', null],
])('nonce %j is read as %s', (text, nonce) => {
  expect(parseNonce(text)).toBe(nonce)
})

test('bytes survive both alphabets, with and without padding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 72 }), (bytes) => {
      const standard = Buffer.from(bytes).toString('base64')
      const url = Buffer.from(bytes).toString('base64url')
      const padded = standard.replaceAll('+', '-').replaceAll('/', '_')
      for (const text of [standard, standard.replace(/=+$/, ''), url, padded])
        expect(decodeSignature(text)).toEqual(bytes)
    }),
  )
})

test.each([
  ['', 'nothing'],
  ['A', 'half a byte'],
  ['AA=', 'wrong padding'],
  ['AAA==', 'wrong padding'],
  ['AAAA====', 'padding without need'],
  ['AB', 'unused bits that are set'],
  ['-A+A', 'both alphabets'],
  ['AA AA', 'white space'],
  ['AAAA\n', 'a line break'],
  ['ÀAAA', 'a letter that is not base64'],
  ['A'.repeat(100), 'more than a signature can be'],
])('%j is not a signature: %s', (text) => {
  expect(decodeSignature(text)).toBeNull()
})

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

test.each([
  ['30 06 02 01 01 02 01 00', 'accepted', 1],
  ['30 06 02 01 01 02 01 01 00', 'a byte too many', 0],
  ['30 07 02 01 01 02 01 01', 'a length that is wrong', 0],
  ['30 07 02 02 00 01 02 01 01', 'an integer that is not minimal', 0],
  ['30 06 02 01 80 02 01 01', 'a negative integer', 0],
  ['30 05 02 00 02 01 01', 'an integer without digits', 0],
  ['30 81 06 02 01 01 02 01 01', 'a long form of the length', 0],
  ['31 06 02 01 01 02 01 01', 'another tag', 0],
  ['30 06 03 01 01 02 01 01', 'another tag inside', 0],
  ['30 03 02 01 01', 'only one integer', 0],
  ['30 02 02 05', 'an integer that is cut off', 0],
  [`30 26 02 21 01 ${'00'.repeat(32)} 02 01 01`, 'an integer that is too long', 0],
  [`30 26 02 21 00 80 ${'00'.repeat(31)} 02 01 01`, 'the longest integer', 1],
  [`30 26 02 01 01 02 21 00 80 ${'00'.repeat(31)}`, 'the longest second integer', 1],
  ['30 07 02 02 00 80 02 01 01', 'a zero that the sign needs', 1],
  ['30 07 02 02 00 7f 02 01 01', 'a zero that the sign does not need', 0],
  ['30 06 02 01 7f 02 01 01', 'the largest digit without a zero before it', 1],
  ['30 07 02 01 01 02 02 00 01', 'a second integer that is not minimal', 0],
  ['30 06 02 01 01 02 01 80', 'a negative second integer', 0],
  ['30 06 02 01 01 03 01 01', 'another tag of the second integer', 0],
  ['30 05 02 01 01 02 00', 'a second integer without digits', 0],
  ['30 06 02 01 01 02 02 01', 'a second integer that runs past the end', 0],
  ['30 08 02 01 01 02 01 01 05 00', 'something after the second integer', 0],
  ['', 'nothing', 0],
  ['30', 'a tag alone', 0],
])('DER %s: %s', (der, _, forms) => {
  expect(signatureForms(hex(der))).toHaveLength(forms)
})

test('sixty-four ambiguous bytes are tried as P1363 first', () => {
  const both = hex(`30 3e 02 1d 01 ${'00'.repeat(28)} 02 1d 01 ${'00'.repeat(28)}`)
  expect(both).toHaveLength(64)
  const [first, second] = signatureForms(both)
  expect(first).toEqual(both)
  expect(second).toEqual(hex(`000000 01 ${'00'.repeat(28)} 000000 01 ${'00'.repeat(28)}`))
})

test('a DER signature is converted to the P1363 form of the same signature', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  for (let i = 0; i < 200; i += 1) {
    const data = Buffer.from(String(i))
    const [form] = signatureForms(sign('sha256', data, pair.privateKey))
    expect(verify('sha256', data, { key: pair.publicKey, dsaEncoding: 'ieee-p1363' }, form!)).toBe(true)
  }
})

test('r and s are at their positions', () => {
  const [form] = signatureForms(hex('30 07 02 02 00 81 02 01 02'))
  expect(form).toEqual(hex(`${'00'.repeat(31)} 81 ${'00'.repeat(31)} 02`))
})

test('one signature has one DER form, and can be recovered from it', () => {
  const half = fc.oneof(
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
    fc.nat({ max: 32 }).map((zeros) => new Uint8Array(32).fill(0x80, zeros)),
    fc.nat({ max: 32 }).map((zeros) => new Uint8Array(32).fill(0x7f, zeros)),
  )
  fc.assert(
    fc.property(half, half, (r, s) => {
      const raw = Uint8Array.of(...r, ...s)
      expect(signatureForms(p1363ToDer(raw)).at(-1)).toEqual(raw)
    }),
  )
})

test('a signature has at most 72 bytes, a public key at most 1024', () => {
  const text = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64')
  expect([decodeSignature(text(72))?.length, decodeSignature(text(73))]).toEqual([72, null])
  expect([decodePublicKey(text(1_023))?.length, decodePublicKey(text(1_027))]).toEqual([1_023, null])
})
