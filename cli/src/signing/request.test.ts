import { expect, test } from 'vitest'
import { readRequest } from './request.ts'

const read = {
  url: 'https://desk.example/api/v1/private/queryOrders',
  headers: { 'user-agent': 'mine', 'x-app-nonce': '7' },
  body: "limit=1&label=it's",
}

test.each([
  [
    `$ curl -sS -X POST https://desk.example/api/v1/private/queryOrders \\\n  -H 'User-Agent: mine' --header "x-app-nonce: 7" \\\n  -d limit=1 --data-raw 'label=it'\\''s'`,
    read,
  ],
  [
    `POST https://desk.example/api/v1/private/queryOrders HTTP/1.1\r\nUser-Agent: mine\r\nx-app-nonce: 7\r\n\r\n${read.body}`,
    read,
  ],
  [
    '> POST /api/v1/private/accountBalance HTTP/2\n> Host: desk.example\n> x-app-nonce: 7\n',
    { url: '/api/v1/private/accountBalance', headers: { host: 'desk.example', 'x-app-nonce': '7' }, body: '' },
  ],
  ['x-app-nonce: 7', { url: '', headers: { 'x-app-nonce': '7' }, body: '' }],
  [
    `curl --json '{"a": 1}' https://desk.example/x`,
    { url: 'https://desk.example/x', headers: { 'content-type': 'application/json' }, body: '{"a": 1}' },
  ],
])('%j', (text, expected) => {
  expect(readRequest(text)).toEqual(expected)
})

test('unmatched quotes are reported', () => {
  expect(() => readRequest(`curl 'https://desk.example`)).toThrow('quotes')
})
