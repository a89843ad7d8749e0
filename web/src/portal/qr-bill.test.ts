import { expect, test } from 'vitest'
import { postalAddress, qrBill } from './qr-bill.ts'

const address = postalAddress('Bahnhofstrasse 1, 8001 Zürich, CH')!
const bill = {
  iban: 'CH44 3199 9123 0008 8901 2',
  creditor: { name: 'Specie Client Money', ...address },
  amount: '250000',
  currency: 'CHF',
  reference: '21 00000 00003 13947 14300 09017',
} as const

test('has every line of the guidelines, in order', () => {
  const lines = [
    ['SPC', '0200', '1', 'CH4431999123000889012'],
    ['S', 'Specie Client Money', 'Bahnhofstrasse', '1', '8001', 'Zürich', 'CH'],
    ['', '', '', '', '', '', ''],
    ['250000.00', 'CHF'],
    ['', '', '', '', '', '', ''],
    ['QRR', '210000000003139471430009017', 'Mint of 250,000 VCHF', 'EPD'],
  ]
  expect(qrBill({ ...bill, message: 'Mint of 250,000 VCHF' }).split('\n')).toEqual(lines.flat())
})

test('leaves the amount to the payer', () => {
  expect(
    qrBill({ ...bill, amount: null })
      .split('\n')
      .slice(18, 20),
  ).toEqual(['', 'CHF'])
})

test('writes an amount with two decimals, and refuses amounts outside the range of a bill', () => {
  expect(qrBill({ ...bill, amount: '0.5' })).toContain('\n0.50\n')
  expect(qrBill({ ...bill, amount: '10.120000' })).toContain('\n10.12\n')
  expect(() => qrBill({ ...bill, amount: '10.125' })).toThrow('10.125')
  expect(() => qrBill({ ...bill, amount: '1000000000' })).toThrow('999999999.99')
})

test('names the kind of the reference by the account', () => {
  const iban = 'CH93 0076 2011 6238 5295 7'
  expect(qrBill({ ...bill, iban, reference: 'RF18 5390 0754 7034' })).toContain('\nSCOR\nRF18539007547034\n')
  expect(qrBill({ ...bill, iban, reference: null })).toContain('\nNON\n\n')
  expect(() => qrBill({ ...bill, reference: null })).toThrow('belong together')
  expect(() => qrBill({ ...bill, iban })).toThrow('belong together')
})

test('a message cannot add a line', () => {
  expect(
    qrBill({ ...bill, message: 'a\nb' })
      .split('\n')
      .slice(-2),
  ).toEqual(['a b', 'EPD'])
})

test('reads the postal address of the setting', () => {
  expect(postalAddress('Obere Strasse, 9490 Vaduz, LI')).toEqual({
    street: 'Obere Strasse',
    building: '',
    postcode: '9490',
    town: 'Vaduz',
    country: 'LI',
  })
  expect(postalAddress('')).toBeNull()
})
