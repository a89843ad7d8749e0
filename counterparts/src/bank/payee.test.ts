import { expect, test } from 'vitest'
import { parseAccountId } from '@specie/payments/account.ts'
import { accounts } from './accounts.ts'
import { confirmPayee } from './payee.ts'

const known = { sortcode: '040080', account: '10000046' }
const unknown = { sortcode: '200000', account: '55779911' }

test.each([
  [known, 'Alder & Wren Trading Ltd', { result: 'match', name: null }],
  [known, 'ALDER AND WREN TRADING LIMITED', { result: 'match', name: null }],
  [known, 'Adler & Wren Trading', { result: 'close_match', name: 'Alder & Wren Trading Ltd' }],
  [known, 'Thames Meadow Capital', { result: 'no_match', name: null }],
  [unknown, 'Whoever They Are Ltd', { result: 'match', name: null }],
  [unknown, 'UAT No Match Ltd', { result: 'no_match', name: null }],
  [unknown, 'uat close match ltd', { result: 'close_match', name: 'UAT Closely Matched Ltd' }],
  [unknown, 'UAT Unavailable Ltd', { result: 'unavailable', name: null }],
])('%o held by %s: %o', (account, name, answer) => {
  expect(confirmPayee({ ...account, name })).toEqual(answer)
})

test('our own accounts have valid check digits in every form', () => {
  expect(accounts.filter(({ qriban }) => qriban)).toHaveLength(2)
  expect(accounts.filter(({ sortcode, account }) => sortcode && account)).toHaveLength(3)
  for (const { iban, qriban, sortcode, account } of accounts) {
    expect(parseAccountId(iban)).toEqual({ kind: 'iban', iban })
    if (qriban) expect(parseAccountId(qriban)).toEqual({ kind: 'iban', iban: qriban })
    if (sortcode && account) expect(parseAccountId(`${sortcode}${account}`)).toEqual({ kind: 'uk', sortcode, account })
  }
})
