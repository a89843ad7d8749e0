import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'

test('a cell that a spreadsheet would run as a formula becomes text', () => {
  const wild = ['=1', '+1+2', '-1+2', "-2+3+cmd|' /C calc'!A0", '@x', '\tx', '\rx', '\nx', '＝1', '-x']
  for (const text of wild) expect(csvCell(text), text).toMatch(/^"?'/)
})

test('numbers stay numbers, and commas, quotes and lines are quoted', () => {
  expect(['-0.5', '12', 'CHF', 'a"b', 'a,b', 'two\nlines'].map(csvCell)).toEqual([
    '-0.5',
    '12',
    'CHF',
    '"a""b"',
    '"a,b"',
    '"two\nlines"',
  ])
})
