import { expect, test } from 'vitest'
import { isLei } from './lei.ts'

test.each([
  '5493001KJTIIGC8Y1R12', // Bloomberg Finance L.P.
  'HWUPKR0MPOU8FGXBT394', // Apple Inc.
  'INR2EJN1ERAN0W5ZP974', // Microsoft Corporation
  '506700GE1G29325QX363', // Global Legal Entity Identifier Foundation
])('%s is an LEI', (lei) => {
  expect(isLei(lei)).toBe(true)
})

test.each([
  ['a wrong check digit', '5493001KJTIIGC8Y1R13'],
  ['two letters swapped', '5493001KJTIICG8Y1R12'],
  ['small letters', '5493001kjtiigc8y1r12'],
  ['a letter as a check digit', '5493001KJTIIGC8Y1R1A'],
  ['too short', '5493001KJTIIGC8Y1R1'],
  ['too long', '5493001KJTIIGC8Y1R123'],
  ['empty', ''],
])('%s is none', (_what, text) => {
  expect(isLei(text)).toBe(false)
})

test('every other digit in place of a digit, and letter in place of a letter, is detected', () => {
  const lei = '5493001KJTIIGC8Y1R12'
  for (const [i, sign] of Array.from(lei).entries()) {
    for (const other of /\d/.test(sign) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
      if (other !== sign) expect(isLei(lei.slice(0, i) + other + lei.slice(i + 1))).toBe(false)
    }
  }
})
