import { expect, test } from 'vitest'
import { formatAccountId, isQrIban, numberText, parseAccountId, readAccountId } from './account.ts'
import { passesModulus } from './sortcode.ts'

test.each([
  ['CH93 0076 2011 6238 5295 7', 'CH9300762011623852957'],
  ['ch9300762011623852957', 'CH9300762011623852957'],
  ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['LI21088100002324013AA', 'LI21088100002324013AA'],
  ['DE89370400440532013000', 'DE89370400440532013000'],
])('the IBAN %s is accepted in any typed form', (typed, iban) => {
  expect(parseAccountId(typed)).toEqual({ kind: 'iban', iban })
})

test.each([
  ['CH9300762011623852958', 'a digit changed'],
  ['CH930076201162385295', 'a digit too few'],
  ['CH93007620116238529577', 'a digit too many'],
  ['XX9300762011623852957', 'a country without IBAN'],
  ['CH93-0076-2011-6238-5295-7', 'dashes'],
  ['', 'nothing'],
])('%s is not an account: %s', (text) => {
  expect(parseAccountId(text)).toBeNull()
})

test.each(['20-00-00 55779911', '200000/55779911', '20000055779911', '20 00 00 55779911'])(
  'the UK account %s is one account in one form',
  (typed) => {
    const id = parseAccountId(typed)!
    expect(id).toEqual({ kind: 'uk', sortcode: '200000', account: '55779911' })
    expect(formatAccountId(id)).toBe('20-00-00 55779911')
    expect(parseAccountId(formatAccountId(id))).toEqual(id)
  },
)

test('a sort code of the UAT bank takes only account numbers that pass its modulus check', () => {
  expect(parseAccountId('04-00-80 88837491')).not.toBeNull()
  expect(parseAccountId('04-00-80 88837492')).toBeNull()
  expect(parseAccountId('04-00-84 66374958')).not.toBeNull()
  expect(parseAccountId('04-00-84 66374959')).toBeNull()
})

// The examples of the public description of the check.
test.each([
  ['MOD10', '089999', '66374958', [0, 0, 0, 0, 0, 0, 7, 1, 3, 7, 1, 3, 7, 1]],
  ['MOD11', '107999', '88837491', [0, 0, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1]],
  ['DBLAL', '202959', '63748472', [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]],
] as const)('%s accepts the published example and no neighbour of it', (method, sortcode, account, weights) => {
  const ranges = [{ from: sortcode, to: sortcode, method, weights }]
  expect(passesModulus(sortcode, account, ranges)).toBe(true)
  for (let last = 0; last < 10; last += 1) {
    const neighbour = account.slice(0, 7) + last
    expect(passesModulus(sortcode, neighbour, ranges)).toBe(neighbour === account)
  }
})

test('a QR-IBAN is recognised by its bank number', () => {
  expect(isQrIban('CH4431999123000889012')).toBe(true)
  expect(isQrIban('CH9300762011623852957')).toBe(false)
  expect(isQrIban('CH4431999123000889013')).toBe(false)
})

test('fourteen digits of a statement are a UK account only at a British bank', () => {
  const indian = { bic: 'HDFCINBBXXX', sortcode: null }
  for (const text of ['20000055779911', '20-00-00 55779911', '200000/55779911']) {
    expect(numberText(text, null, 'GBP')).toBe('20-00-00 55779911')
    expect(numberText(text, indian, 'GBP')).toBe('20000055779911')
  }
  expect(numberText('55779911', { bic: null, sortcode: '200000' }, 'GBP')).toBe('20-00-00 55779911')
  expect(numberText('55779911', indian, 'GBP')).toBe('55779911')
})

test('bare digits are not an account that can be paid; only the form into which statements are read is', () => {
  expect(readAccountId('20000055779911')).toBeNull()
  expect(readAccountId('20-00-00 55779911')).toEqual({ kind: 'uk', sortcode: '200000', account: '55779911' })
  expect(readAccountId('CH9300762011623852957')).toEqual({ kind: 'iban', iban: 'CH9300762011623852957' })
})
