import { expect, test } from 'vitest'
import { readMt940 } from './mt940.ts'

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
    account: 'CH9300762011623852957',
    currency: 'CHF',
    sequence: 202_600_063n,
    from: '2026-04-01',
    to: '2026-04-02',
    opening: 100_000n,
    closing: 185_049n,
  })
  expect(pounds).toMatchObject({
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

test('entries tell what the bank wrote about them', () => {
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

test('a reference that the bank uses twice tells nothing apart, so the place in the statement does', () => {
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

test('the account may stand in :25P:, with a BIC behind it', () => {
  const other = file.replace(':25:20-00-00 55779911', ':25P:20-00-00 55779911\nUATBGB2LXXX')
  expect(readMt940(other)).toEqual(readMt940(file))
})

/** The entry whose :86: is this. */
const narrated = (text: string) => readMt940(file.replace(/166\?00[^:]*/, `${text}\n`))[0]!.entries.at(-1)!

test('numbered subfields without tags are text, and a question mark before one digit divides nothing', () => {
  expect(narrated('166?00Return?20paid twice?5 or?21 not?32Alpha Ltd')).toMatchObject({
    unstructured: 'paid twice?5 or not',
    counterparty: { name: 'Alpha Ltd' },
  })
  expect(narrated('166?00Return?20SVWZ+account closed')).toMatchObject({ unstructured: 'account closed' })
  expect(narrated('166?00Return?20EREF+PAYOUT-7')).toMatchObject({ endToEndId: 'PAYOUT-7', unstructured: null })
})

test('a creditor reference in the text is found where it stands alone', () => {
  const scor = { type: 'SCOR', value: 'RF18539007547034' }
  const none = { type: 'none', value: null }
  expect(narrated('ref RF18539007547034 of May').reference).toEqual(scor)
  expect(narrated('RF18539007547034').reference).toEqual(scor)
  expect(narrated('XRF18539007547034').reference).toEqual(none)
  expect(narrated('ref RF18539007547035').reference).toEqual(none)
})

test('a file that is no MT940, that ends in the middle, or that is too large is refused', () => {
  expect(() => readMt940('')).toThrow('holds no MT940')
  expect(() => readMt940(file.slice(0, file.indexOf('-}')))).toThrow('no page follows')
  expect(() => readMt940(new Uint8Array(100 * 1024 * 1024))).toThrow('at most')
})
