import { generateKeyPairSync, sign } from 'node:crypto'
import { p1363ToDer } from '@specie/protocol/signing/signing.ts'
import { afterAll, expect, test } from 'vitest'
import { verification } from './verification.ts'

const checks = verification(2)
afterAll(() => checks.close())

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const spki = publicKey.export({ type: 'spki', format: 'der' })
const signed = (text: string) => ({
  spki,
  text: Buffer.from(text),
  signature: sign('sha256', Buffer.from(text), privateKey),
})

test('each call gets its own result, however many there are at once', async () => {
  const signatures = Array.from({ length: 200 }, (_, n) => {
    const one = signed(`text ${n}`)
    return n % 3 === 0 ? { ...one, text: Buffer.from(`other ${n}`) } : one
  })
  const verdicts = await Promise.all(signatures.map((one) => checks.isValid(one)))
  expect(verdicts).toEqual(signatures.map((_, n) => n % 3 !== 0))
})

test('an invalid signature is refused, and affects no other', async () => {
  const zeros = { ...signed('x'), signature: p1363ToDer(new Uint8Array(64)) }
  const ones = { ...signed('x'), signature: p1363ToDer(new Uint8Array(64).fill(255)) }
  expect(await Promise.all([zeros, ones, signed('x')].map((one) => checks.isValid(one)))).toEqual([false, false, true])
})

test('an unreadable key fails only its batch; the next one is checked', async () => {
  await expect(checks.isValid({ ...signed('x'), spki: Buffer.from('no key') })).rejects.toThrow()
  expect(await checks.isValid(signed('y'))).toBe(true)
})
