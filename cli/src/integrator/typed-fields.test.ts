import { expect, test } from 'vitest'
import { typedFields } from './typed-fields.ts'

test('fields are texts, or JSON with :=, or one JSON object', () => {
  expect(typedFields(['quantity=1', 'a:=[1]', 'empty=', 'memo=x=y\nz'])).toEqual({
    quantity: '1',
    a: [1],
    empty: '',
    memo: 'x=y\nz',
  })
  expect(typedFields(['{"quantity": "1"}'])).toEqual({ quantity: '1' })
})

test('a duplicate field is refused', () => {
  expect(() => typedFields(['quantity=1', 'quantity=1000'])).toThrow('quantity is there twice')
})
