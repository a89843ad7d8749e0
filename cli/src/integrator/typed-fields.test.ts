import { expect, test } from 'vitest'
import { typedFields } from './typed-fields.ts'

test('fields are texts, or JSON with :=, or all of it as JSON', () => {
  expect(typedFields(['quantity=1', 'a:=[1]', 'empty=', 'memo=x=y\nz'])).toEqual({
    quantity: '1',
    a: [1],
    empty: '',
    memo: 'x=y\nz',
  })
  expect(typedFields(['{"quantity": "1"}'])).toEqual({ quantity: '1' })
})

test('a field that is there twice is not guessed', () => {
  expect(() => typedFields(['quantity=1', 'quantity=1000'])).toThrow('quantity is there twice')
})
