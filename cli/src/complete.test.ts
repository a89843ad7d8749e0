import { expect, test } from 'vitest'
import { completionsOf } from './complete.ts'
import { commands } from './table.ts'

test.each([
  [['withd'], ['withdraw', 'withdrawals']],
  [['bank', 'imp'], ['import']],
  [
    ['mint', 'h'],
    ['halt', 'halts'],
  ],
  [
    ['orders', '--ordstatus', ''],
    ['Filled', 'Rejected'],
  ],
  [['order', 's'], ['sell']],
  [['order', 'sell', '100', 'VCHF/CHF', '--pri'], ['--price']],
  [['balance', '--json', '--js'], []],
  [['nothing', ''], []],
])('%j is completed to %j', (typed, expected) => {
  expect(completionsOf(typed)).toEqual(expected)
})

test('every command says what it does and has an example', () => {
  for (const [name, { does, examples }] of Object.entries(commands))
    expect([name, does.length > 0, examples.length > 0]).toEqual([name, true, true])
})
