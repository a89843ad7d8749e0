import { expect, test } from 'vitest'
import { travelAddressOf, urlIn } from './travel-address.ts'

const published = 'ta2W2HPKfHxgSgrzY178knqXHg1H3jfeQrwQ9JrKBs9wv'

test('the published example, both ways', () => {
  expect(travelAddressOf('beneficiary.com/x/12345?t=i')).toBe(published)
  expect(urlIn(published)).toBe('beneficiary.com/x/12345?t=i')
})

test('every mistyped letter is detected', () => {
  for (let i = 0; i < published.length; i += 1) {
    const other = published[i] === 'x' ? 'y' : 'x'
    expect(urlIn(published.slice(0, i) + other + published.slice(i + 1))).toBeNull()
  }
})

test.each(['', 'ta', 'ta1', published.slice(2), published.toUpperCase(), `${published} `, '0x00'])(
  'is none: %s',
  (text) => expect(urlIn(text)).toBeNull(),
)

test.each(['localhost/x', 'user@host.example/x', 'host.example/x y', 'https://host.example/x', 'host.example:99999/x'])(
  'names no host that may be called: %s',
  (url) => expect(urlIn(travelAddressOf(url))).toBeNull(),
)
