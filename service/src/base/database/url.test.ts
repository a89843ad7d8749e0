import { expect, test } from 'vitest'
import { addressesOf } from './url.ts'

test.each<[string, string[]]>([
  ['postgres://one/specie', ['postgres://one/specie']],
  [
    'postgres://me:secret@a:5432,b:6432/specie?target_session_attrs=read-write&sslmode=disable',
    ['postgres://me:secret@a:5432/specie?sslmode=disable', 'postgres://me:secret@b:6432/specie?sslmode=disable'],
  ],
  [
    'postgresql:///specie?host=/run/a,/run/b&port=5432&user=me',
    ['postgresql:///specie?host=/run/a&port=5432&user=me', 'postgresql:///specie?host=/run/b&port=5432&user=me'],
  ],
  // A comma inside a name is encoded.
  ['postgres:///specie?host=%2Fmy%2Cdata', ['postgres:///specie?host=%2Fmy%2Cdata']],
  ['postgres://[::1]:5432,[::2]/db', ['postgres://[::1]:5432/db', 'postgres://[::2]/db']],
])('%s', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses)
})

test('a standby is refused', () => {
  expect(() => addressesOf('postgres://a,b/specie?target_session_attrs=standby')).toThrow(
    /only read-write is supported/,
  )
})
