import { describe, expect, test } from 'vitest'
import { countryCode } from '../../src/lists/country.ts'
import { csvRows } from '../../src/lists/csv.ts'
import { dateRange, isoDate, partsDate, slashDate } from '../../src/lists/dates.ts'
import { identifier, identifierKind } from '../../src/lists/identifier.ts'
import { walletKey } from '../../src/lists/wallet.ts'

describe('wallet addresses', () => {
  test('of EVM chains are the same in any case, on any chain', () => {
    const listed = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
    expect(walletKey(listed)).toBe(walletKey(listed.toLowerCase()))
    expect(walletKey(` ${listed.replace('0x', '0X')}`)).toBe(walletKey(listed))
  })

  test('in Base58 are different if their case is', () => {
    for (const address of [
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
      'So11111111111111111111111111111111111111112',
    ]) {
      expect(walletKey(address)).toBe(address)
      expect(walletKey(address.toLowerCase())).not.toBe(walletKey(address))
    }
  })

  test('in Bech32 are the same in capitals, as in QR codes', () => {
    const address = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'
    expect(walletKey(address.toUpperCase())).toBe(address)
  })

  test('of other lengths are not EVM addresses', () => {
    expect(walletKey('0xABC')).toBe('0xABC')
  })
})

describe('dates', () => {
  test.each([
    ['31/12/1965', 'day', '1965-12-31', '1965-12-31'],
    ['dd/02/1964', 'month', '1964-02-01', '1964-02-29'],
    ['dd/mm/1965', 'year', '1965-01-01', '1965-12-31'],
    ['00/00/1965', 'year', '1965-01-01', '1965-12-31'],
  ])('%s is a %s', (text, precision, from, to) => {
    expect(slashDate(text)).toEqual({ precision, from, to, circa: false })
  })

  test.each(['', '29/02/1965', '1965', 'circa 1965', '31/13/1965', '1/1/65'])('%j is no date', (text) => {
    expect(slashDate(text)).toBeNull()
  })

  test('ISO dates may have a time or miss their end', () => {
    expect(isoDate('2026-11-18T16:47:04.449+01:00')).toMatchObject({ precision: 'day', from: '2026-11-18' })
    expect(isoDate('1965-11')).toMatchObject({ precision: 'month', to: '1965-11-30' })
    expect(isoDate('1965', true)).toMatchObject({ precision: 'year', circa: true })
    expect(isoDate('12 Nov 1965')).toBeNull()
  })

  test('a day without month says the year only', () => {
    expect(partsDate('12', '', '1965')).toMatchObject({ precision: 'year' })
    expect(partsDate('12', '3', '')).toBeNull()
  })

  test('whole years and months are imprecise however they are written, and ends in the wrong order are turned', () => {
    expect(dateRange({ year: 1965, month: 1, day: 1 }, { year: 1965, month: 12, day: 31 })!.precision).toBe('year')
    expect(dateRange({ year: 1965, month: 4, day: 1 }, { year: 1965, month: 4, day: 30 })!.precision).toBe('month')
    expect(dateRange({ year: 1965, month: 4, day: 1 }, { year: 1965, month: 5, day: 1 })!.precision).toBe('range')
    expect(dateRange({ year: 1970 }, { year: 1965 })).toMatchObject({ from: '1965-01-01', to: '1970-12-31' })
  })
})

test.each([
  ['CH', 'CH'],
  ['Korea, North', 'KP'],
  ["Democratic People's Republic of Korea", 'KP'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['IRAN', 'IR'],
  ['Congo (Democratic Republic)', 'CD'],
  ['Republic of the Congo', 'CG'],
  ['Syrian Arab Republic', 'SY'],
  ['Russian Federation', 'RU'],
  ['Türkiye', 'TR'],
  ['The Gambia', 'GM'],
  ["Cote d'Ivoire", 'CI'],
  ['Bosnia and Herzegovina', 'BA'],
  ['USSR (now Russia)', null],
  ['', null],
])('the country %j is %s', (name, code) => {
  expect(countryCode(name)).toBe(code)
})

test.each([
  ['Passport', 'passport'],
  ['Tax ID No.', 'tax'],
  ['Cedula No.', 'national_id'],
  ['National identification card', 'national_id'],
  ['Vessel Registration Identification', 'imo'],
  ['Business registration number', 'registration'],
  ['SWIFT/BIC', 'bic'],
  ['Phone', 'other'],
])('a number that the list calls %j is of the kind %s', (label, kind) => {
  expect(identifierKind(label)).toBe(kind)
})

test('an IMO number is its seven digits', () => {
  expect(['IMO 9123456', 'IMO9123456', '9123456'].map((value) => identifier('IMO number', value).value)).toEqual(
    Array.from({ length: 3 }, () => '9123456'),
  )
})

describe('CSV', () => {
  const rows = async (...pieces: string[]) => {
    const found: (readonly string[])[] = []
    for await (const { cells } of csvRows(pieces)) found.push(cells)
    return found
  }

  test('quotes, commas and line ends in cells, and all kinds of line ends between rows', async () => {
    expect(await rows('a,"b ""c"", d"\r\n"x\r\ny",\n\n1,2\r3,4')).toEqual([
      ['a', 'b "c", d'],
      ['x\r\ny', ''],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('a line end that is cut between two pieces is one', async () => {
    expect(await rows('a,b\r', '\nc,"d', '""', '"\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd"'],
    ])
  })

  test.each([
    ['a"b,c', 'a quote is inside a cell that does not begin with one'],
    ['"a"b,c', '"b" follows a closing quote'],
    ['"a,b', 'a quoted cell is never closed'],
  ])('%j is refused', async (text, problem) => {
    await expect(rows(text)).rejects.toThrow(problem)
  })

  test('the line of a row counts the lines in its cells', async () => {
    const lines: number[] = []
    for await (const { line } of csvRows(['a\n"b\nb"\nc\n'])) lines.push(line)
    expect(lines).toEqual([1, 2, 4])
  })
})
