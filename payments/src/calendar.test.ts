import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cutOff,
  endOfDay,
  isBusinessDay,
  localDate,
  nextBusinessDay,
  type System,
  systemOf,
  valueDate,
} from './calendar.ts'
import { englandHolidays, sicHolidays } from './holidays.ts'

test.each([
  [2024, '01-01 01-02 03-29 04-01 05-01 05-09 05-20 08-01 12-25 12-26'],
  [2025, '01-01 01-02 04-18 04-21 05-01 05-29 06-09 08-01 12-25 12-26'],
  [2026, '01-01 01-02 04-03 04-06 05-01 05-14 05-25 08-01 12-25 12-26'],
  [2027, '01-01 01-02 03-26 03-29 05-01 05-06 05-17 08-01 12-25 12-26'],
])('SIC keeps its holidays of %i', (year, days) => {
  expect(sicHolidays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`))
})

test.each([
  [2020, '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28'],
  [2021, '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28'],
  [2022, '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'],
  [2023, '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26'],
  [2024, '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26'],
  [2025, '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26'],
  [2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
  [2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
])('England keeps its bank holidays of %i, with their substitutes', (year, days) => {
  expect(englandHolidays(year).toSorted()).toEqual(days.split(' ').map((day) => `${year}-${day}`))
})

test.each<[System, string, string, string]>([
  ['SIC', '2026-04-02T14:14:59Z', '2026-04-02', 'Maundy Thursday, before 16:15'],
  ['SIC', '2026-04-02T14:15:00Z', '2026-04-07', 'at the cut-off, over Good Friday and Easter Monday'],
  ['UK', '2026-04-02T16:39:59Z', '2026-04-02', 'before 17:40 in summer time'],
  ['UK', '2026-04-02T16:40:00Z', '2026-04-07', 'over Easter'],
  ['SIC', '2024-12-24T15:30:00Z', '2024-12-27', 'over Christmas'],
  ['SIC', '2025-12-31T16:00:00Z', '2026-01-05', 'over New Year, 2 January and a weekend'],
  ['UK', '2025-12-31T18:00:00Z', '2026-01-02', 'the UK works on 2 January'],
  ['UK', '2026-12-24T18:00:00Z', '2026-12-29', 'over Christmas with a substitute on Monday'],
  ['UK', '2027-12-24T18:00:00Z', '2027-12-29', 'over Christmas with two substitutes'],
  ['SIC', '2027-03-25T23:30:00Z', '2027-03-30', 'after local midnight it is Good Friday'],
  ['SIC', '2026-07-31T22:30:00Z', '2026-08-03', 'on 1 August, a Saturday'],
  ['UK', '2026-08-30T12:00:00Z', '2026-09-01', 'on a Sunday before the summer bank holiday'],
])('%s: money ordered at %s moves on %s (%s)', (system, at, date) => {
  expect(valueDate(system, new Date(at))).toBe(date)
})

test('cut-offs and ends of days keep their local time over the switches of the clock', () => {
  expect(cutOff('SIC', '2026-03-27').toISOString()).toBe('2026-03-27T15:15:00.000Z')
  expect(cutOff('SIC', '2026-03-30').toISOString()).toBe('2026-03-30T14:15:00.000Z')
  expect(cutOff('UK', '2026-10-23').toISOString()).toBe('2026-10-23T16:40:00.000Z')
  expect(cutOff('UK', '2026-10-26').toISOString()).toBe('2026-10-26T17:40:00.000Z')
  expect(endOfDay('SIC', '2026-03-29').toISOString()).toBe('2026-03-29T22:00:00.000Z')
  expect(endOfDay('UK', '2026-10-25').toISOString()).toBe('2026-10-26T00:00:00.000Z')
})

test('business days are counted over holidays and weekends', () => {
  expect(nextBusinessDay('SIC', '2026-04-02')).toBe('2026-04-07')
  expect(nextBusinessDay('SIC', '2026-04-04', 2)).toBe('2026-04-08')
  expect(nextBusinessDay('UK', '2025-12-24', 3)).toBe('2025-12-31')
  expect(systemOf('CHF')).toBe('SIC')
  expect(systemOf('GBP')).toBe('UK')
})

/** The published dates; those of 1981, 2049 and 2076 are a week earlier than the simple rule says. */
const easters =
  `1981-04-19 1999-04-04 2000-04-23 2001-04-15 2002-03-31 2003-04-20 2004-04-11 2005-03-27 2006-04-16 2007-04-08 2008-03-23
   2009-04-12 2010-04-04 2011-04-24 2012-04-08 2013-03-31 2014-04-20 2015-04-05 2016-03-27 2017-04-16 2018-04-01 2019-04-21
   2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21
   2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25 2036-04-13 2037-04-05 2038-04-25 2039-04-10 2040-04-01 2049-04-18
   2076-04-19 2100-03-28`.split(/\s+/)

test.each(easters)('of Easter, %s, Friday and Monday are holidays, and the days before and after are not', (easter) => {
  const day = (n: number) => new Date(Date.parse(easter) + n * 86_400_000).toISOString().slice(0, 10)
  const isOpen = (n: number) => isBusinessDay('UK', day(n))
  expect([-9, -3, -2, 1, 2].map(isOpen)).toEqual([true, true, false, false, true])
})

test('jubilees and weddings are holidays by decree, and move others', () => {
  const open = (...dates: string[]) => dates.filter((date) => isBusinessDay('UK', date))
  expect(open('2002-06-03', '2002-06-04', '2011-04-29', '2012-06-04', '2012-06-05')).toEqual([])
  const usual = ['2002-05-27', '2012-05-28']
  expect(open(...usual)).toEqual(usual)
})

test('an invalid date is refused, with the expected form', () => {
  for (const date of ['2026-02-30', '2026-13-01', '02.04.2026', '2026-4-2', '']) {
    expect(() => isBusinessDay('SIC', date)).toThrow('write YYYY-MM-DD')
  }
  expect(() => nextBusinessDay('SIC', '2026-04-02', 0)).toThrow('at least one')
})

test('from 2000 to 2100 every instant is in its local day, and every value date is a business day not in the past', () => {
  const instants = fc.date({ min: new Date('2000-01-01T12:00:00Z'), max: new Date('2100-12-20'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom<System>('SIC', 'UK'), instants, (system, at) => {
      const today = localDate(system, at)
      const yesterday = new Date(at.getTime() - 36 * 3_600_000)
      expect(at < endOfDay(system, today)).toBe(true)
      expect(endOfDay(system, localDate(system, yesterday)) <= at).toBe(true)
      const date = valueDate(system, at)
      expect(date >= today).toBe(true)
      expect(isBusinessDay(system, date)).toBe(true)
      expect(localDate(system, cutOff(system, date))).toBe(date)
    }),
  )
})
