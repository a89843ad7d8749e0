import { ed25519 } from '@noble/curves/ed25519.js'
import {
  type Address,
  compileOffchainMessageV0Envelope,
  compileOffchainMessageV1Envelope,
  getBase58Decoder,
  offchainMessageApplicationDomain,
  offchainMessageContentRestrictedAsciiOf1232BytesMax,
} from '@solana/kit'
import { expect, test } from 'vitest'
import { layouts, verifySolana } from './solana.ts'

const secret = Uint8Array.from({ length: 32 }, (_, i) => i + 1)
const key = ed25519.getPublicKey(secret)
const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
const address = base58(key) as Address
const text = 'Acme AG owns this.'
const message = Buffer.from(text)

const answer = (of: string, said: string, signature: string) => {
  const verdict = verifySolana(of, said, signature)
  return 'rule' in verdict ? verdict.rule : verdict.method
}
const all = Object.keys(layouts) as (keyof typeof layouts)[]
const sign = (layout: keyof typeof layouts, by = secret) => ed25519.sign(layouts[layout](message, key), by)

test.each(all)('%s: accepts its own signature and no other', (layout) => {
  const signature = base58(sign(layout))
  expect(answer(address, text, signature)).toBe(layout)
  expect(answer(address, text, Buffer.from(sign(layout)).toString('base64'))).toBe(layout)
  expect(answer(address, `${text} `, signature)).toBe('mismatch')
  expect(answer(base58(ed25519.getPublicKey(key)), text, signature)).toBe('mismatch')
  expect(answer(address, text, base58(sign(layout, key)))).toBe('mismatch')
})

test('the layouts are those of @solana/kit', () => {
  const envelope = {
    applicationDomain: offchainMessageApplicationDomain('1'.repeat(32)),
    content: offchainMessageContentRestrictedAsciiOf1232BytesMax(text),
    requiredSignatories: [{ address }],
  }
  const v0 = compileOffchainMessageV0Envelope({ version: 0, ...envelope }).content
  const v1 = compileOffchainMessageV1Envelope({ version: 1, content: text, requiredSignatories: [{ address }] }).content
  expect(Buffer.from(layouts.solana_offchain_v0(message, key))).toEqual(Buffer.from(v0))
  expect(Buffer.from(layouts.solana_offchain_v1(message, key))).toEqual(Buffer.from(v1))
})

/** solana-cli leaves out the application and the signers (agave issue 3340). The bytes are built by hand. */
test('the short layout is that of solana-cli', () => {
  const expected = `ff${Buffer.from('solana offchain').toString('hex')}00000c00${Buffer.from('Test Message').toString('hex')}`
  expect(Buffer.from(layouts.solana_offchain_v0_short(Buffer.from('Test Message'), key)).toString('hex')).toBe(expected)
})

test('a signature with s plus the order of the group, and keys of small order, are refused', () => {
  const order = ed25519.Point.CURVE().n
  const signature = sign('solana_raw')
  const s = Buffer.from(signature.subarray(32).toReversed()).toString('hex')
  const raised = Buffer.from((BigInt(`0x${s}`) + order).toString(16).padStart(64, '0'), 'hex').toReversed()
  const malleable = Buffer.concat([signature.subarray(0, 32), raised])
  expect(answer(address, text, base58(malleable))).toBe('mismatch')
  // For the neutral point, R = s·B is a signature of every text.
  const neutral = Uint8Array.from([1, ...Array.from({ length: 31 }, () => 0)])
  const forAnyText = Buffer.concat([ed25519.Point.BASE.toBytes(), Buffer.from([1]), Buffer.alloc(31)])
  expect(ed25519.verify(forAnyText, message, neutral, { zip215: true })).toBe(true)
  expect(['mismatch', 'unsupported']).toContain(answer(base58(neutral), text, base58(forAnyText)))
})

test.each(['', 'abc', base58(Buffer.alloc(63, 1)), base58(Buffer.alloc(65, 1)), Buffer.alloc(63).toString('base64')])(
  'is no signature: %s',
  (signature) => expect(answer(address, text, signature)).toBe('format'),
)

test('an address off the curve cannot sign', () => {
  expect(answer(offCurve(), text, base58(sign('solana_raw')))).toBe('unsupported')
})

/** The first address after our key that is not a point. */
function offCurve(): string {
  const bytes = Uint8Array.from(key)
  while (ed25519.utils.isValidPublicKey(bytes, false)) bytes[0] = (bytes[0]! + 1) % 256
  return base58(bytes)
}
