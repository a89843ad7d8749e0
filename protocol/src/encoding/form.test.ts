import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formPairs, parseForm } from './form.ts'
import { MalformedBody } from './malformed.ts'

test('plus is a space, %2B a plus, and UTF-8 is decoded', () => {
  expect(formPairs('clordid=a%2Bb+c%26d%3D%C3%BC%E2%82%AC%F0%9F%98%80&x=')).toEqual([
    ['clordid', 'a+b c&d=ü€😀'],
    ['x', ''],
  ])
})

test('empty segments are skipped; a name without = has an empty value; only the first = separates', () => {
  expect(formPairs('')).toEqual([])
  expect(formPairs('&a=1&&b&c=d=e&')).toEqual([
    ['a', '1'],
    ['b', ''],
    ['c', 'd=e'],
  ])
  expect(formPairs('=1&%3D=2')).toEqual([
    ['', '1'],
    ['=', '2'],
  ])
})

test('__proto__ is a name like any other', () => {
  expect(Object.entries(parseForm('__proto__=1&toString=2'))).toEqual([
    ['__proto__', '1'],
    ['toString', '2'],
  ])
})

test.each([
  ['a=1&a=2', 'The field "a" appears twice at position 4.'],
  ['a=1&%61=2', 'The field "a" appears twice at position 4.'],
  ['b=1&a=%', 'A percent escape that is not UTF-8 at position 6.'],
  ['a=%4', 'A percent escape that is not UTF-8 at position 2.'],
  ['a=%zz', 'A percent escape that is not UTF-8 at position 2.'],
  ['a=%C3', 'A percent escape that is not UTF-8 at position 2.'],
  ['a=%C0%80', 'A percent escape that is not UTF-8 at position 2.'],
  ['a=%ED%A0%80', 'A percent escape that is not UTF-8 at position 2.'],
  ['a=\ud800', 'Half a surrogate pair at position 2.'],
])('%j is refused in a plain sentence', (text, message) => {
  expect(() => parseForm(text)).toThrow(MalformedBody)
  expect(() => parseForm(text)).toThrow(message)
})

test('the encoding of a standard client is decoded unchanged and in order', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 })
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, fc.string({ unit: 'grapheme' })), { selector: ([name]) => name }),
      (sent) => {
        expect(formPairs(new URLSearchParams(sent).toString())).toEqual(sent)
      },
    ),
  )
})
