import { describe, expect, test } from 'vitest'
import { limits } from './bankfile.ts'
import { readMt940 } from './mt940.ts'
import { scorReference } from './reference.ts'

const file = `{1:F01UATBCHZZAXXX0000000000}{2:O9400000000000UATBCHZZXXXX00000000000000000000N}{4:
:20:STMT260402
:25:UATBCHZZXXX/CH9300762011623852957
:28C:00063/001
:60F:C260401CHF1000,
:61:2604020402C1000,50NTRFE2E-77//BANK-1
/EXCH/
:86:/EREF/E2E-77/ORDP//NAME/Muster & Partner AG/IBAN/DE89370400440532013000/BIC/COBADEFF
XXX/REMI//USTD//Invoice 7
:61:2604020402DF250,00NMSCPAYOUT-9//BANK-2
:86:Payment to Alpha Ltd
ref 210000000003139471430009017
:61:260402RC0,01NCHGNONREF
:62M:C260402CHF1750,49
-}
:20:STMT260402
:25:CH93 0076 2011 6238 5295 7
:28C:63/2
:60M:C260402CHF1750,49
:61:2601021231RD100,00NRTINONREF//BANK-3
:86:166?00Return?20EREF+PAYOUT-8?21SVWZ+account closed?30NWBKGB2L?31GB29NWBK60161331926819?32Al
pha Ltd
:62F:C260402CHF1850,49
:64:C260402CHF1850,49
:86:end of statement
-
:20:STMT260402G
:25:20-00-00 55779911
:28C:5
:60F:D260401GBP12,34
:62F:D260402GBP12,34
`

test('a file of two statements, one of them in two pages, is read like a camt.053', () => {
  const [francs, pounds, ...rest] = readMt940(file)
  expect(rest).toEqual([])
  expect(francs).toMatchObject({
    kind: 'camt.053',
    messageId: 'STMT260402',
    createdAt: '2026-04-02T23:59:59',
    statementId: '63',
    account: 'CH9300762011623852957',
    currency: 'CHF',
    sequence: 202_600_063n,
    from: '2026-04-01',
    to: '2026-04-02',
    opening: 100_000n,
    closing: 185_049n,
  })
  expect(pounds).toMatchObject({
    account: '20-00-0055779911',
    currency: 'GBP',
    sequence: 202_600_005n,
    opening: -1234n,
    closing: -1234n,
    entries: [],
  })
  const sum = francs!.entries.reduce(
    (sum, { direction, amount }) => sum + (direction === 'credit' ? amount : -amount),
    0n,
  )
  expect(francs!.opening + sum).toBe(francs!.closing)
})

test("entries have the bank's data about them", () => {
  const [wire, payout, fee, returned] = readMt940(file)[0]!.entries
  expect(wire).toEqual({
    bankref: 'BANK-1',
    direction: 'credit',
    amount: 100_050n,
    currency: 'CHF',
    bookingDate: '2026-04-02',
    valueDate: '2026-04-02',
    code: 'NTRF',
    reversal: false,
    endToEndId: 'E2E-77',
    instructionId: 'E2E-77',
    reference: { type: 'none', value: null },
    unstructured: 'Invoice 7',
    creditorAccount: null,
    counterparty: { name: 'Muster & Partner AG', account: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    returnReason: null,
  })
  expect(payout).toMatchObject({
    bankref: 'BANK-2',
    direction: 'debit',
    amount: 25_000n,
    instructionId: 'PAYOUT-9',
    reference: { type: 'QRR', value: '210000000003139471430009017' },
    unstructured: 'Payment to Alpha Ltd ref 210000000003139471430009017',
  })
  expect(fee).toMatchObject({
    bankref: '2026-04-02/63/3',
    direction: 'debit',
    amount: 1n,
    reversal: true,
    endToEndId: null,
    unstructured: null,
  })
  expect(returned).toMatchObject({
    bankref: 'BANK-3',
    direction: 'credit',
    reversal: true,
    valueDate: '2026-01-02',
    bookingDate: '2025-12-31',
    endToEndId: 'PAYOUT-8',
    unstructured: 'account closed',
    counterparty: { name: 'Alpha Ltd', account: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' },
  })
})

test('Windows line ends and bytes change nothing', () => {
  expect(readMt940(new TextEncoder().encode(file.replaceAll('\n', '\r\n')))).toEqual(readMt940(file))
})

test('a repeated bank reference identifies no entry, so the position in the statement does', () => {
  const twice = file.replace('//BANK-2', '//BANK-1')
  const refs = readMt940(twice)[0]!.entries.map(({ bankref }) => bankref)
  expect(refs).toEqual(['2026-04-02/63/1', '2026-04-02/63/2', '2026-04-02/63/3', 'BANK-3'])
})

test.each<[string, string, string, string]>([
  ['a decimal point', 'C1000,50', 'C1000.50', ':61: is not an entry'],
  ['three decimals', 'C1000,50', 'C1000,500', 'at most two decimals'],
  ['two commas', 'C1000,50', 'C1,000,50', 'at most two decimals'],
  ['no comma', 'C260401CHF1000,', 'C260401CHF1000', 'at most two decimals'],
  ['an unknown mark', '0402C1000', '0402X1000', ':61: is not an entry'],
  ['a day that does not exist', ':61:2604020402C', ':61:2602300402C', '"260230" is not a date'],
  ['a strange currency', 'C260401CHF', 'C260401EUR', 'must be CHF or GBP'],
  ['two currencies', 'D260402GBP', 'D260402CHF', 'two currencies'],
  ['an unknown field', ':64:C260402', ':99X:C260402', ':99X: does not belong'],
  ['a page that is missing', ':62M:', ':62F:', 'no page came before'],
  ['pages that do not join', ':60M:C260402CHF1750,49', ':60M:C260402CHF1750,50', 'is not the next page'],
  ['no opening balance', ':60F:D260401GBP12,34\n', '', 'one :60F: or :60M: and here are 0'],
  ['no statement number', ':28C:5', ':28C:five', 'is not a statement number'],
  ['something before the statement number', ':28C:5', ':28C:No 5', 'is not a statement number'],
  ['something behind the statement number', ':28C:5', ':28C:5 a', 'is not a statement number'],
  [
    'a statement number before the account',
    ':28C:5\n:60F:D260401GBP12,34',
    ':60F:D260401GBP12,34\n:28C:5',
    'out of order',
  ],
  ['something before a balance', ':60F:D260401GBP', ':60F:XD260401GBP', ':60F: is not a balance'],
  ['something behind a balance', ':60F:D260401GBP12,34', ':60F:D260401GBP12,34 a', ':60F: is not a balance'],
  ['something before an entry', ':61:2604020402C1000', ':61:x2604020402C1000', ':61: is not an entry'],
  [
    'an entry before the opening balance',
    ':60F:C260401',
    ':61:260402C1,00NTRFX//Y\n:60F:C260401',
    'outside of the balances',
  ],
  ['an entry behind the closing balance', ':64:', ':61:260402C1,00NTRFX//Y\n:64:', 'outside of the balances'],
  [
    'an entry of a day that no year near has',
    ':61:2604020402C1000',
    ':61:2604020229C1000',
    '"0229" is not a day of a year',
  ],
  ['a page of another account', ':25:CH93 0076 2011 6238 5295 7', ':25:GB29NWBK60161331926819', 'is not the next page'],
  ['a page of another statement', ':28C:63/2', ':28C:64/2', 'is not the next page'],
  ['a page that opens in another currency', ':60M:C260402CHF', ':60M:C260402GBP', 'two currencies'],
  ['an account that is missing', ':25:20-00-00 55779911', ':25:', 'names no account'],
  ['a line of nowhere', '-}', '-}\nstray', 'belongs to no field'],
  ['a field of pages', 'Payment to Alpha', '/'.repeat(100_000), ':86: is too long'],
  ['a control character', 'Alpha', 'Al\u0000pha', 'control character'],
  ['fields in front of :20:', '{1:', ':25:X\n{1:', 'a statement begins with :20:'],
])('%s is refused, with its line', (_, from, to, problem) => {
  const damaged = file.replace(from, to)
  expect(damaged).not.toBe(file)
  expect(() => readMt940(damaged)).toThrow(problem)
  expect(() => readMt940(damaged)).toThrow(/^line \d+: /)
})

test('an error names the line of the file', () => {
  const place = file.split('\n').findIndex((line) => line.startsWith(':64:')) + 1
  expect(() => readMt940(file.replace(':64:', ':99X:'))).toThrow(`line ${place}: :99X: does not belong`)
})

test.each<[string, string, string]>([
  ['a trailer behind a message', '-}\n', '-}{5:{CHK:123456789ABC}}\n'],
  ['lines of spaces between messages', '-}\n', '-}\n   \n'],
  ['an older tag of the statement number', ':28C:5', ':28:5'],
])('%s changes nothing', (_, from, to) => {
  const other = file.replace(from, to)
  expect(other).not.toBe(file)
  expect(readMt940(other)).toEqual(readMt940(file))
})

test.each([
  ['GB29NWBK60161331926819GBP', 'GB29NWBK60161331926819'],
  ['UATBGB2LXXX/GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['UATBGB2LXXX/7712', '7712'],
  ['X-123456789/7', 'X-123456789/7'],
])('the account %s is %s', (text, account) => {
  expect(readMt940(file.replace('20-00-00 55779911', text))[1]!.account).toBe(account)
})

/** The third entry, which has no :86:, with this text. */
const third = (text: string) =>
  readMt940(file.replace(':61:260402RC0,01NCHGNONREF', `:61:260402RC0,01NCHG${text}`))[0]!.entries[2]!

test.each<[string, object]>([
  ['NONREF//NONREF', { bankref: '2026-04-02/63/3', unreferenced: true, instructionId: null }],
  ['NONREF//XNONREF', { bankref: 'XNONREF' }],
  ['NONREF//NONREF7', { bankref: 'NONREF7' }],
  ['//B-7', { bankref: 'B-7', instructionId: null, endToEndId: null }],
  ['FEE-1//B-7', { bankref: 'B-7', instructionId: 'FEE-1', endToEndId: 'FEE-1' }],
  ['NONREF\nmonthly fee', { unstructured: 'monthly fee' }],
  ['NONREF\n:86:/EREF/F-1/TR/T-77', { bankref: 'T-77', endToEndId: 'F-1' }],
])('the references of %j', (text, answer) => {
  expect(third(text)).toMatchObject(answer)
})

test.each([
  ['2604020402', '2026-04-02'],
  ['2512310102', '2026-01-02'],
  ['2601021231', '2025-12-31'],
  ['2503010229', '2024-02-29'],
  ['260102', '2026-01-02'],
])('an entry of %s was booked on %s', (dates, booked) => {
  const [first] = readMt940(file.replace(':61:2604020402C1000', `:61:${dates}C1000`))[0]!.entries
  expect(first!.bookingDate).toBe(booked)
})

test('the account may be in :25P:, followed by a BIC', () => {
  const other = file.replace(':25:20-00-00 55779911', ':25P:20-00-00 55779911\nUATBGB2LXXX')
  expect(readMt940(other)).toEqual(readMt940(file))
})

/** The entry with this :86:. */
const narrated = (text: string) => readMt940(file.replace(/166\?00[^:]*/, `${text}\n`))[0]!.entries.at(-1)!

test('numbered subfields without tags are text, and a question mark before one digit separates nothing', () => {
  expect(narrated('166?00Return?20paid twice?5 or?21 not?32Alpha Ltd')).toMatchObject({
    unstructured: 'paid twice?5 or not',
    counterparty: { name: 'Alpha Ltd' },
  })
  expect(narrated('166?00Return?20SVWZ+account closed')).toMatchObject({ unstructured: 'account closed' })
  expect(narrated('166?00Return?20EREF+PAYOUT-7')).toMatchObject({ endToEndId: 'PAYOUT-7', unstructured: null })
})

test.each([
  ['?30BARCGB22XXX?3120000055779911', '20-00-00 55779911'],
  ['?30HDFCINBBXXX?3120000055779911', '20000055779911'],
  ['?30HDFCINBBXXX?3120-00-00 55779911', '20000055779911'],
  ['?31CH93 0076 2011 6238 5295 7', 'CH9300762011623852957'],
])('the account in %s is %s: only a British bank has sort codes', (text, account) => {
  expect(narrated(`166?20x${text}`).counterparty.account).toBe(account)
})

describe('the text of an entry', () => {
  test.each<[string, string | null]>([
    ['  Alpha  ', 'Alpha'],
    ['Alpha\nsee :61:below', 'Alpha see :61:below'],
    ['Alpha\u2028Beta', 'Alpha\u2028Beta'],
    ['166?20SVWZ+Alpha\u2028Beta', 'Alpha\u2028Beta'],
    ['Invoice 166?20 items', 'Invoice 166?20 items'],
    ['see /EREF/E2E-9 there', 'see /EREF/E2E-9 there'],
    ['201?20text', 'text'],
    ['166?20a?60b?64c?59d', 'ab'],
    ['166?20SVWZ+ a word ?32Alpha', 'a word'],
    ['/EREF/E/REMI/a/b/c', 'a/b/c'],
    ['/EREF/E/REMI/a/USTD/b', 'a/USTD/b'],
    ['/EREF/E/REMI///x///ORDP/Y', 'x'],
    ['/EREF/E/REMI/ a word /ORDP/Y', 'a word'],
    ['x'.repeat(4_096), 'x'.repeat(4_096)],
  ])('%j is %j', (text, answer) => {
    expect(narrated(text).unstructured).toBe(answer)
  })

  test('without content is null', () => {
    expect(narrated('   ').unstructured).toBeNull()
  })
})

test.each<[string, object]>([
  ['/EREF/PAYOUT-8/RTRN/AC04', { returnReason: { code: 'AC04', info: null, originalEndToEndId: 'PAYOUT-8' } }],
  ['/EREF/NOTPROVIDED/REMI//x', { endToEndId: null, returnReason: null }],
  ['/EREF//ORDP//NAME/Alpha Ltd/EREF/E-2', { endToEndId: 'E-2', counterparty: { name: 'Alpha Ltd' } }],
  ['/EREF/E/BENM//NAME/Beta Ltd', { counterparty: { name: 'Beta Ltd' } }],
  ['/EREF/E/ORDP/NAME/Beta Ltd', { counterparty: { name: 'Beta Ltd' } }],
  ['166?20SVWZ+closed?21EREF+ PAYOUT-7 ', { endToEndId: 'PAYOUT-7', unstructured: 'closed' }],
  ['166?20paid 30 of 31?32Alpha Ltd', { counterparty: { name: 'Alpha Ltd', bic: null, account: null } }],
  ['166?20x?31GB29 NWBK 6016 1331 9268 19', { counterparty: { account: 'GB29NWBK60161331926819' } }],
  ['166?20x?31own 7', { counterparty: { account: 'own 7' } }],
])('%j names the payment and the counterparty', (text, answer) => {
  expect(narrated(text)).toMatchObject(answer)
})

test('an entry whose reference contains a Unicode separator is still an entry', () => {
  const entries = (text: string) => readMt940(text)[0]!.entries
  expect(entries(file.replace('//BANK-2', '//BANK\u2028-2'))).toHaveLength(entries(file).length)
})

test('a QR reference in the text is found by its check digit', () => {
  const qrr = '210000000003139471430009017'
  expect(narrated(`ref ${qrr} of May`).reference).toEqual({ type: 'QRR', value: qrr })
  for (const other of [`${qrr.slice(0, -1)}8`, `${qrr}0`, `0${qrr}`])
    expect(narrated(`ref ${other} of May`).reference).toEqual({ type: 'none', value: null })
  const longest = scorReference('X'.repeat(21))
  expect(narrated(`ref ${longest} of May`).reference).toEqual({ type: 'SCOR', value: longest })
})

test('a creditor reference in the text is found as a separate word', () => {
  const scor = { type: 'SCOR', value: 'RF18539007547034' }
  const none = { type: 'none', value: null }
  expect(narrated('ref RF18539007547034 of May').reference).toEqual(scor)
  expect(narrated('RF18539007547034').reference).toEqual(scor)
  expect(narrated('XRF18539007547034').reference).toEqual(none)
  expect(narrated('ref RF18539007547035').reference).toEqual(none)
})

test('a file that is not an MT940, is truncated, or is too large is refused', () => {
  expect(() => readMt940('')).toThrow('file: holds no MT940')
  expect(() => readMt940(file.slice(0, file.indexOf('-}')))).toThrow('no page follows')
  expect(() => readMt940(new Uint8Array(100 * 1024 * 1024))).toThrow('at most')
})

test('a hundred thousand entries are read, and one more is not', () => {
  const filled = (count: number) =>
    file.replace(':62F:D260402GBP', `${':61:260402C1,00NTRFNONREF\n'.repeat(count)}:62F:D260402GBP`)
  expect(limits.entries).toBe(100_000)
  expect(readMt940(filled(limits.entries))[1]!.entries).toHaveLength(limits.entries)
  expect(() => readMt940(filled(limits.entries + 1))).toThrow(/^line \d+: is one entry too many$/)
})
