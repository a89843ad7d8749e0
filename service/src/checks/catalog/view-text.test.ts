import { expect, test } from 'vitest'
import { withoutItsOnlyTable } from './view-text.ts'

const view = (...lines: string[]) => `\n SELECT ${lines.join('\n')};`

test('the columns of a view on one table have no table name', () => {
  const by15 = view('fees.asset,', '    fees.balance', '   FROM ledger.balance fees', `  WHERE fees.name = 'due'::text`)
  const by16 = view('asset,', '    balance', '   FROM ledger.balance fees', `  WHERE name = 'due'::text`)
  expect(withoutItsOnlyTable(by15)).toBe(by16)
  expect(withoutItsOnlyTable(by16)).toBe(by16)
})

test.each([
  ['a text in quotes', view('a', '   FROM ledger.balance', `  WHERE b = 'balance.fees'::text`)],
  ['a name in quotes', view('"balance.x"', '   FROM ledger.balance')],
  [
    'a column of another table',
    view('( SELECT debt.a', '           FROM ledger.debt', '   ) x', '   FROM ledger.balance'),
  ],
  ['tables that are joined', view('fee.a', '   FROM ledger.line fee', '     JOIN ledger.debt ON fee.a = debt.a')],
  ['two tables', view('fee.a', '   FROM ledger.line fee,', '    ledger.debt')],
  ['two queries', view('fee.a', '   FROM ledger.line fee', 'UNION', ' SELECT fee.a', '   FROM ledger.debt fee')],
])('%s stays as it is', (_what, text) => {
  expect(withoutItsOnlyTable(text)).toBe(text)
})
