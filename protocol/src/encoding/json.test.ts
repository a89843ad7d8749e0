import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, type Json, parseExactJson, parseJson, WrittenNumber } from './json.ts'
import { MalformedBody } from './malformed.ts'

const fromBits = (hex: string): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${hex}`))
  return view.getFloat64(0)
}

// RFC 8785, section 3.2.2: the sample as sent.
const sample = String.raw`{
  "numbers": [333333333.33333329, 1E30, 4.50,
              2e-3, 0.000000000000000000000000001],
  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
  "literals": [null, true, false]
}`

test('RFC 8785 section 3.2.3: the sample in canonical form', () => {
  expect(canonical(parseJson(sample))).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('RFC 8785 section 3.2.4: the sample as UTF-8', () => {
  const bytes = `
    7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72 75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72
    73 22 3a 5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31 65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32
    2c 31 65 2d 32 37 5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30 30 66 5c 6e 41 27 42 5c 22 5c 5c
    5c 5c 5c 22 2f 22 7d`
  const expected = Uint8Array.from(bytes.trim().split(/\s+/), (byte) => Number.parseInt(byte, 16))
  expect(new TextEncoder().encode(canonical(parseJson(sample)))).toEqual(expected)
})

test('RFC 8785 section 3.2.3: keys are sorted by UTF-16 code unit', () => {
  const unsorted = String.raw`{
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
  }`
  expect([...canonical(parseJson(unsorted)).matchAll(/:"([^"]*)"/g)].map(([, value]) => value)).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ])
})

// RFC 8785, appendix B.
test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('RFC 8785 appendix B: %s is written %s', (bits, text) => {
  expect(canonical(fromBits(bits))).toBe(text)
  expect(canonical(parseJson(text))).toBe(text)
})

test('RFC 8785 appendix B: NaN and Infinity are errors', () => {
  expect(() => canonical(fromBits('7fffffffffffffff'))).toThrow('no JSON form')
  expect(() => canonical(fromBits('7ff0000000000000'))).toThrow('no JSON form')
})

test('keys that look like integers are sorted as text', () => {
  expect(canonical(parseJson('{"10":1,"9":2,"a":3,"1":4}'))).toBe('{"1":4,"10":1,"9":2,"a":3}')
})

test('__proto__ is a key like any other', () => {
  const value = parseJson('{"__proto__":{"admin":true},"constructor":1}')
  expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
  expect(canonical(value)).toBe('{"__proto__":{"admin":true},"constructor":1}')
})

const cycle: unknown[] = []
cycle.push(cycle)
test.each([
  ['undefined', undefined, 'a value of type undefined has no JSON form'],
  ['a member that is undefined', { a: undefined }, 'a value of type undefined has no JSON form'],
  ['a hole in an array', Array(1), 'a value of type undefined has no JSON form'],
  ['a bigint', { a: 1n }, 'a value of type bigint has no JSON form'],
  ['a symbol', Symbol('a'), 'a value of type symbol has no JSON form'],
  ['a function', () => 1, 'a value of type function has no JSON form'],
  ['a date', new Date(0), 'only plain objects have a JSON form'],
  ['a map', new Map(), 'only plain objects have a JSON form'],
  ['half a surrogate pair', 'a\ud800', 'half a surrogate pair has no JSON form'],
  ['half a surrogate pair in a key', { '\udc00': 1 }, 'half a surrogate pair has no JSON form'],
  ['a cycle', cycle, 'nested deeper than 32'],
])('%s has no canonical form', (_, value, message) => {
  expect(() => canonical(value as Json)).toThrow(new TypeError(message))
})

test.each([
  ['', 'Expected a value but found the end at position 0.'],
  ['{"a":1,"a":2}', 'The key "a" appears twice at position 7.'],
  [String.raw`{"a":1,"\u0061":2}`, 'The key "a" appears twice at position 7.'],
  ['{"__proto__":1,"__proto__":2}', 'The key "__proto__" appears twice at position 15.'],
  ['\ufeff{}', 'A byte order mark is not JSON at position 0.'],
  ['{} {}', 'Expected the end but found "{" at position 3.'],
  ['[1,]', 'Expected a value but found "]" at position 3.'],
  ['{"a":1,}', 'Expected a key in double quotes but found "}" at position 7.'],
  ["{'a':1}", 'Expected a key in double quotes but found "\'" at position 1.'],
  ['{"a" 1}', 'Expected a colon but found "1" at position 5.'],
  ['{"a":1 "b":2}', 'Expected a comma or } but found "\\"" at position 7.'],
  ['[1 2]', 'Expected a comma or ] but found "2" at position 3.'],
  ['[', 'Expected a value but found the end at position 1.'],
  ['"abc', 'A string without an end at position 0.'],
  ['"a\nb"', 'A control character that is not escaped at position 2.'],
  [String.raw`"\x41"`, 'An unknown escape at position 1.'],
  [String.raw`"\x0041"`, 'An unknown escape at position 1.'],
  [String.raw`"\u12g4"`, 'An unknown escape at position 1.'],
  [String.raw`"\ud800"`, 'Half a surrogate pair at position 0.'],
  [String.raw`"\ude00\ud83d"`, 'Half a surrogate pair at position 0.'],
  ['"ab\ud800"', 'Half a surrogate pair at position 3.'],
  ['1e999', 'A number that is too large at position 0.'],
  ['01', 'Expected the end but found "1" at position 1.'],
  ['+1', 'Expected a value but found "+" at position 0.'],
  ['.5', 'Expected a value but found "." at position 0.'],
  ['1.', 'Expected the end but found "." at position 1.'],
  ['-', 'Expected a value but found "-" at position 0.'],
  ['NaN', 'Expected a value but found "N" at position 0.'],
  ['nul', 'Expected a value but found "n" at position 0.'],
  ['// a\n1', 'Expected a value but found "/" at position 0.'],
])('%j is refused in a plain sentence', (text, message) => {
  expect(() => parseJson(text)).toThrow(MalformedBody)
  expect(() => parseJson(text)).toThrow(message)
})

test('every escape is decoded', () => {
  expect(parseJson(String.raw`"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00"`)).toBe('"\\/\b\f\n\r\tA😀')
})

test('white space may surround every value', () => {
  expect(parseJson(' \t\r\n{ "a" : [ 1 , 2 ] , "b" : null } \n')).toEqual({ a: [1, 2], b: null })
})

test('thirty-two levels are read, thirty-three are not', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(canonical(parseJson(nested(32)))).toBe(nested(32))
  expect(() => parseJson(nested(33))).toThrow('Nested deeper than 32 at position 32.')
  expect(parseJson(`[${'[],'.repeat(50)}[]]`)).toHaveLength(51)
})

const wellFormed = fc.string({ unit: 'grapheme' })
const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    wellFormed,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(wellFormed, fc.nat(20).map(String)), tie('tree'), { maxKeys: 5 }),
  ),
}))

test('the output of JSON.stringify is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom('', ' ', '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

test('canonical form is a fixed point and independent of the original notation', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const text = canonical(value)
      expect(canonical(parseJson(text))).toBe(text)
      expect(canonical(parseJson(JSON.stringify(value, null, 2)))).toBe(text)
    }),
  )
})

test('any text is either read as JSON.parse reads it or refused with a MalformedBody', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0123456789abcdeftrn.-+ \n'.split('')) })
  fc.assert(
    fc.property(noise, (text) => {
      let value: Json
      try {
        value = parseJson(text)
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedBody)
        return
      }
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 2000 },
  )
})

test('exact reading keeps the digits of a number that no float can hold', () => {
  const read = parseExactJson('{"amount": 1500000000000000001, "rows": [0.10, -1E3]}')
  expect(read).toEqual({
    amount: new WrittenNumber('1500000000000000001'),
    rows: [new WrittenNumber('0.10'), new WrittenNumber('-1E3')],
  })
  expect(() => parseExactJson('{"amount": 01}')).toThrow(MalformedBody)
})
