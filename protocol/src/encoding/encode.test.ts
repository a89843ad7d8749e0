import { z } from 'zod'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encoderOf } from './encode.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { assetCode, decimal, ok } from '../fields.ts'

const row = z.object({ asset: assetCode, amount: decimal, memo: z.string().nullable() })
const encode = encoderOf(z.object({ result: ok, rows: z.array(row), note: z.string().optional(), last: z.boolean() }))
const answer = { result: 'ok', rows: [{ asset: 'CHF', amount: '1.5', memo: null }], last: true }

test('an answer is sent as declared', () => {
  expect(encode(answer)).toBe('{"result":"ok","rows":[{"asset":"CHF","amount":"1.5","memo":null}],"last":true}')
})

test('undeclared fields are not sent, at any depth', () => {
  const rows = [{ ...answer.rows[0], owner: 'somebody' }, ...answer.rows]
  const text = encode({ secret: 1, ...answer, rows })
  expect(JSON.parse(text)).toEqual({ ...answer, rows: [...answer.rows, ...answer.rows] })
})

test('fields are sent in the declared order', () => {
  const rows = [{ memo: 'm', amount: '2', asset: 'GBP' }]
  expect(encode({ last: false, note: 'n', rows, result: 'ok' })).toBe(
    '{"result":"ok","rows":[{"asset":"GBP","amount":"2","memo":"m"}],"note":"n","last":false}',
  )
})

test.each([
  ['a missing field', { ...answer, last: undefined }, 'answer.last is not boolean'],
  ['null where a value is declared', { ...answer, rows: [{ ...answer.rows[0], amount: null }] }, 'rows[].amount'],
  ['a value that is not in the list', { ...answer, rows: [{ ...answer.rows[0], asset: 'XAU' }] }, 'rows[].asset'],
  ['a bigint', { ...answer, rows: [{ ...answer.rows[0], amount: 1n }] }, 'rows[].amount is not string'],
  ['no array', { ...answer, rows: {} }, 'answer.rows is not an array'],
  ['no object', null, 'answer is not an object'],
])('%s is refused, and the error says where', (_what, wrong, message) => {
  expect(() => encode(wrong)).toThrow(message)
})

test('texts and numbers are written as JSON writes them', () => {
  const any = encoderOf(z.object({ text: z.string(), number: z.number() }))
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('"', '\\', '\n', '\u2028', '\ud800', '😀'),
  )
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(texts, numbers, (text, number) => {
      expect(any({ text, number })).toBe(JSON.stringify({ text, number }))
    }),
  )
})

test('a number is finite', () => {
  expect(() => encoderOf(z.object({ n: z.int() }))({ n: Number.NaN })).toThrow('answer.n is not a number')
})

test('a union is the first form with all its fields', () => {
  const either = encoderOf(
    z.object({ to: z.union([z.object({ iban: z.string() }), z.object({ address: z.string() })]) }),
  )
  expect(either({ to: { address: 'a', secret: 's' } })).toBe('{"to":{"address":"a"}}')
  expect(either({ to: { iban: 'i' } })).toBe('{"to":{"iban":"i"}}')
  expect(() => either({ to: {} })).toThrow('answer.to is not one of its forms')
})

test('a fixed value tells the forms of a union apart', () => {
  const rule = encoderOf(
    z.union([
      z.object({ kind: z.literal('sum'), over: z.string() }),
      z.object({ kind: z.literal('rest'), days: z.int(), over: z.string() }),
    ]),
  )
  expect(rule({ kind: 'rest', days: 3, over: '5' })).toBe('{"kind":"rest","days":3,"over":"5"}')
  expect(rule({ kind: 'sum', over: '5' })).toBe('{"kind":"sum","over":"5"}')
  expect(() => rule({ kind: 'other', over: '5' })).toThrow('answer is not one of its forms')
})

test('a default fills what is missing', () => {
  expect(encoderOf(z.object({ validated: z.boolean().default(false) }))({})).toBe('{"validated":false}')
})

test('a missing optional first field leaves no comma', () => {
  const some = encoderOf(z.object({ a: z.string().optional(), b: z.array(z.int()), c: z.string().optional() }))
  expect(some({ b: [] })).toBe('{"b":[]}')
  expect(some({ b: [1, 2], c: '' })).toBe('{"b":[1,2],"c":""}')
})

test('every answer of an endpoint can be encoded', () => {
  for (const { response } of endpoints) expect(encoderOf(response)).toBeTypeOf('function')
  expect(() => encoderOf(z.object({ any: z.unknown() }))).toThrow('answer.any: an answer cannot contain unknown')
})
