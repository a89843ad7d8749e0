import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyHeads } from './verify-heads.ts'
import { headLine, headMessage, isSigned, keyId, readHeadLine, type SignedHead } from './signed-head.ts'

const at = new Date('2026-03-02T08:00:00.123Z')
const hash = Buffer.alloc(32, 7)

function signedHead(seq: bigint, by = generateKeyPairSync('ed25519'), message = headMessage('uat', seq, hash, at)) {
  const publicKey = by.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return { environment: 'uat', seq, hash, at, publicKey, signature: sign(null, message, by.privateKey) }
}

const head = signedHead(12n)

test('the signed message has the purpose, the environment, the position, the hash and the time', () => {
  const text = `specie audit head uat 12 ${'07'.repeat(32)}`
  expect(String(headMessage('uat', 12n, hash, at))).toBe(`${text} 2026-03-02T08:00:00.123Z`)
  expect(String(headMessage('uat', 12n, hash))).toBe(text)
})

test('the id of a key is the first sixteen digits of its hash', () => {
  expect(keyId(Buffer.alloc(32))).toBe('66687aadf862bd77')
})

describe('a signature', () => {
  test('is valid, also one of an earlier version without its time', () => {
    expect(isSigned(head)).toBe(true)
    expect(isSigned(signedHead(12n, undefined, headMessage('uat', 12n, hash)))).toBe(true)
  })

  test.each<[string, Partial<SignedHead>]>([
    ['environment', { environment: 'production' }],
    ['place', { seq: 13n }],
    ['hash', { hash: Buffer.alloc(32, 8) }],
    ['time', { at: new Date(0) }],
    ['key', { publicKey: signedHead(12n).publicKey }],
    ['length of the key', { publicKey: head.publicKey.subarray(1) }],
    ['signature', { signature: Buffer.alloc(64) }],
  ])('does not hold for another %s', (_what, over) => expect(isSigned({ ...head, ...over })).toBe(false))
})

describe('a line', () => {
  const line = headLine(head)

  test('has all fields of a head, and is parsed again, also after a syslog prefix', () => {
    expect(JSON.parse(line)).toEqual({
      environment: 'uat',
      seq: '12',
      hash: '07'.repeat(32),
      at: '2026-03-02T08:00:00.123Z',
      key: keyId(head.publicKey),
      publickey: head.publicKey.toString('hex'),
      signature: head.signature.toString('hex'),
    })
    expect(readHeadLine(line)).toMatchObject(head)
    expect(readHeadLine(`<109>1 2026-03-02 host specie 1 audit-head - ${line}`)).toMatchObject(head)
  })

  test.each([
    ['no line at all', ''],
    ['words', 'the server has started'],
    ['half a line', line.slice(0, -1)],
    ['a place with a sign', line.replace('"12"', '"-12"')],
    ['a place with a fraction', line.replace('"12"', '"12.5"')],
    ['a place of nineteen digits', line.replace('"12"', `"${'1'.repeat(19)}"`)],
    ['a short hash', line.replace('07'.repeat(32), '07'.repeat(31))],
    ['a long hash', line.replace('07'.repeat(32), '07'.repeat(33))],
    ['a day without a time', line.replace('2026-03-02T08:00:00.123Z', '2026-03-02')],
  ])('%s is no head', (_what, text) => expect(readHeadLine(text)).toBeNull())
})

describe('of several heads', () => {
  const ours = generateKeyPairSync('ed25519')
  const [first, second, theirs] = [signedHead(1n, ours), signedHead(2n, ours), signedHead(3n)]
  const forged = { ...second, seq: 4n }
  const name = ({ seq }: SignedHead) => `head ${seq}`
  const noted = ({ seq }: SignedHead) => ({ seq, hash: '07'.repeat(32), by: `head ${seq}` })

  test('heads signed by the trusted key count, and the others are listed with the reason', () => {
    expect(verifyHeads([first, second, theirs, forged], first.publicKey, name)).toEqual({
      good: [noted(first), noted(second)],
      bad: [
        `head 3 is by another key: ${keyId(theirs.publicKey)}, not ${keyId(first.publicKey)}`,
        'head 4 is invalid; its signature is not by its key',
      ],
    })
  })

  test('without a trusted key a head counts when its own key has signed it', () => {
    expect(verifyHeads([first, theirs, forged], null, name)).toEqual({
      good: [noted(first), noted(theirs)],
      bad: ['head 4 is invalid; its signature is not by its key'],
    })
  })
})
