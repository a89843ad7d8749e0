import { expect, test } from 'vitest'
import { open, seal } from './sealed.ts'

const key = Buffer.alloc(32, 1)
const secret = Buffer.from('a secret')

test('sealed bytes open with their key and context alone', () => {
  const sealed = seal(key, 'totp of ann', secret)
  expect(open(key, 'totp of ann', sealed)).toEqual(secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(() => open(key, 'totp of bob', sealed)).toThrow()
  expect(() => open(Buffer.alloc(32, 2), 'totp of ann', sealed)).toThrow()
})

test('a changed or shortened byte is noticed', () => {
  const sealed = seal(key, 'totp of ann', secret)
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => open(key, 'totp of ann', changed), `byte ${at}`).toThrow()
    expect(() => open(key, 'totp of ann', sealed.subarray(0, at))).toThrow()
  }
})

test('sealing the same secret twice gives different bytes', () => {
  expect(seal(key, 'totp of ann', secret)).not.toEqual(seal(key, 'totp of ann', secret))
})
