import { describe, expect, test } from 'vitest'
import { formBody, jsonBody } from './body.ts'
import { decimal } from '../decimal.ts'

describe('a form', () => {
  test('is sent as texts, and signed as canonical JSON', () => {
    const body = formBody({
      b: decimal('1.50'),
      a: 'ä & b',
      limit: 5,
      from: new Date(0),
      validate: true,
      none: undefined,
    })
    expect(Object.fromEntries(new URLSearchParams(body.text!))).toEqual({
      a: 'ä & b',
      b: '1.5',
      from: '1970-01-01T00:00:00.000Z',
      limit: '5',
      validate: 'true',
    })
    expect(body.signed).toBe('{"a":"ä & b","b":"1.5","from":"1970-01-01T00:00:00.000Z","limit":"5","validate":"true"}')
  })

  test('without fields is empty', () => {
    expect(formBody({})).toMatchObject({ text: null, signed: '' })
  })

  test.each([1.5, 1000, Number.NaN])('the amount %s is refused', (quantity) => {
    expect(() => formBody({ quantity })).toThrow('quantity: a number such as')
  })
})

test('JSON keeps its structure, without undefined values', () => {
  const { text } = jsonBody({ wallet: { destination: 'w', memo: undefined }, amount: decimal('2.10'), validate: true })
  expect(text).toBe('{"amount":"2.1","validate":true,"wallet":{"destination":"w"}}')
})
