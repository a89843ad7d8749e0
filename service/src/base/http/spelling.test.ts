import { expect, test } from 'vitest'
import { isSpelledAs, shortened } from './spelling.ts'

test.each([
  ['/api/v1/client/time', '/api/v1/client/time', true],
  ['/api/v1/client/time', '/api/v1/client/%74ime', false],
  ['/api/v1/client/time', '/api/v1//client/time', false],
  ['/sandbox/v1/chains/:code/:lever', '/sandbox/v1/chains/ETH/mine', true],
  ['/sandbox/v1/chains/:code/:lever', '/sandbox/v1/chains/a%2Fb/mine', true],
  ['/sandbox/v1/chains/:code/:lever', '/sandbox/v1/%63hains/ETH/mine', false],
  ['/sandbox/v1/holds/:id/release', '/sandbox/v1/holds/x/%72elease', false],
  ['/api/v1/private/*', '/api/v1/private/what/ever', true],
  ['/api/v1/private/*', '/api/v1/%70rivate/what', false],
])('route %s, path %s: %s', (route, path, expected) => {
  expect(isSpelledAs(route, path)).toBe(expected)
})

test('a long path is shortened visibly', () => {
  expect(shortened('/short', 8)).toBe('/short')
  expect(shortened('/much-too-long', 5)).toBe('/much…')
})
