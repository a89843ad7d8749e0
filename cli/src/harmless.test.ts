import { expect, test } from 'vitest'
import { fileFor, harmless } from './harmless.ts'

test('an escape sequence in a name is shown, not executed', () => {
  expect(harmless('Acme\u001b[2J\u009b31m\u202eAG\r')).toBe(String.raw`Acme\u001b[2J\u009b31m\u202eAG\u000d`)
  expect(harmless('a,b\r\nc\r')).toBe(String.raw`a,b${'\r\n'}c\u000d`)
  expect(harmless('Zürich 🏦\n\tAG')).toBe('Zürich 🏦\n\tAG')
})

test('JSON stays the same JSON', () => {
  const answer = { name: 'a\u001b\u007f\u009b\u202e"\\' }
  expect(JSON.parse(harmless(JSON.stringify(answer, null, 2)))).toEqual(answer)
})

test('a file stays unchanged, except on a terminal', () => {
  const csv = 'name,amount\r\nAcme\u001b[2J,1\r\n'
  expect(fileFor({}, csv)).toBe(csv)
  expect(fileFor({ isTTY: true }, csv)).toBe('name,amount\r\nAcme\\u001b[2J,1\r\n')
})
