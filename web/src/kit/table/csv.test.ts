import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const column = { title: 'Name', text: (row: string) => row }

test('cells with commas, quotes and lines are quoted, and a formula stays a text', () => {
  const rows = ['plain', 'a,b', 'say "so"', 'two\nlines', '=1+1', '@cmd', '-12.50', '-x', '-1+2']
  expect(csvOf([column], rows)).toBe(
    'Name\r\nplain\r\n"a,b"\r\n"say ""so"""\r\n"two\nlines"\r\n\'=1+1\r\n\'@cmd\r\n-12.50\r\n\'-x\r\n\'-1+2\r\n',
  )
})
