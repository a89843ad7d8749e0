import { expect, test } from 'vitest'
import { details, table } from './show.ts'

test('figures are aligned at the decimal point', () => {
  const rows = [
    { asset: 'CHF', available: '48999.9', pending: null },
    { asset: 'VCHF', available: '251000', pending: '-0.125' },
  ]
  expect(table(rows, ['asset', 'available', 'pending'])).toBe(
    ['ASSET  AVAILABLE  PENDING', 'CHF      48999.9    -', 'VCHF    251000     -0.125'].join('\n'),
  )
})

test('text is left-aligned, and empty values have no line', () => {
  expect(table([{ id: 'a1', name: 'Bank' }], ['id', 'name'])).toBe('ID  NAME\na1  Bank')
  expect(table([], ['id'])).toBe('There are none.')
  expect(details({ id: 'a', empty: null, list: [], hold: { reason: 'aml' } })).toBe('id: a\nhold:\n  reason: aml')
})
