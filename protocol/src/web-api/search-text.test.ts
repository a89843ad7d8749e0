import { describe, expect, test } from 'vitest'
import { amountIn, dayIn, partsIn } from './search-text.ts'

// What people type or paste into the search.

const today = '2026-11-19'

describe('days', () => {
  test.each([
    ['2026-11-19', '2026-11-19'],
    ['2026-11-19T10:14:49.000Z', '2026-11-19'],
    ['19 Nov', '2026-11-19'],
    ['19 nov 2025', '2025-11-19'],
    ['19 November', '2026-11-19'],
    ['19 Nov 10:14:49', '2026-11-19'],
    ['19 Nov 2026 10:14:49 UTC', '2026-11-19'],
    ['Nov 19, 2026', '2026-11-19'],
    ['3 Sept', '2026-09-03'],
    ['19.11.2026', '2026-11-19'],
    ['19.11.', '2026-11-19'],
    ['19/11/2026', '2026-11-19'],
    ['20 Nov', '2025-11-20'],
    ['29 Feb 2024', '2024-02-29'],
  ])('%s', (text, day) => expect(dayIn(text, today)).toBe(day))

  test.each(['31 Nov', '19 Nev', '19.11', '2026-13-01', 'Nov', '19', '', 'Kestrel 19'])('%s is none', (text) =>
    expect(dayIn(text, today)).toBeNull(),
  )
})

describe('amounts', () => {
  test.each([
    ['250,000', '250000', null],
    ['250000.00 VGBP', '250000', 'VGBP'],
    ['250,000.50vgbp', '250000.5', 'VGBP'],
    ['CHF 250’000.00', '250000', 'CHF'],
    ["250'000", '250000', null],
    ['−1.5 ETH', '1.5', 'ETH'],
    ['1 250 000,25', '1250000.25', null],
    ['100', '100', null],
  ])('%s', (text, plain, asset) => expect(amountIn(text)).toEqual({ plain, asset }))

  test.each(['12,5', '250,000 USD', 'CHF 1 CHF', '2026-11-19', '19 Nov', 'VGBP', ''])('%s is none', (text) =>
    expect(amountIn(text)).toBeNull(),
  )
})

describe('parts', () => {
  test.each([
    ['0x12ab…90cd', [{ start: '0x12ab', end: '90cd' }]],
    ['0x12ab...90cd', [{ start: '0x12ab', end: '90cd' }]],
    ['5xKp9Zab…QwErTy', [{ start: '5xKp9Zab', end: 'QwErTy' }]],
    ['…90cdef', [{ start: '', end: '90cdef' }]],
  ])('%s', (text, parts) => expect(partsIn(text)).toEqual(parts))

  test('a piece begins or ends the text, with or without 0x, in both cases of its digits', () => {
    expect(partsIn('0x12ab34')).toEqual([
      { start: '0x12ab34', end: '' },
      { start: '', end: '0x12ab34' },
    ])
    expect(partsIn('12AB34').map(({ start, end }) => `${start}|${end}`)).toEqual([
      '12AB34|',
      '12ab34|',
      '0x12AB34|',
      '0x12ab34|',
      '|12AB34',
      '|12ab34',
    ])
  })

  test.each(['12ab', 'a…b', '%%%%%%%', 'two words', ''])('%s is none', (text) => expect(partsIn(text)).toEqual([]))
})
