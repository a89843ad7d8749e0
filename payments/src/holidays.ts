// Days on which no bank of the system settles, computed for any year. Dates are `YYYY-MM-DD`.

/** A plain date as days since 1970-01-01, for calculations. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000
}

export function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

/** 30 February is invalid. It would be read as 2 March. */
export function isRealDate(date: string): boolean {
  const day = dayNumber(date)
  return Number.isInteger(day) && dateOf(day) === date
}

/** 0 is Sunday, 6 is Saturday. 1970-01-01 was a Thursday. */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/**
 * SIC, by the bank holidays of Zurich: 2 January (Berchtold's Day) and 1 May are among them. A doubtful day counts as a
 * holiday: a day too many costs a day, a day too few promises a value date that the bank cannot keep. Compare with the
 * operator's published calendar before going live.
 */
export function sicHolidays(year: number): string[] {
  const easter = easterSunday(year)
  return [
    fixed(year, 1, 1),
    fixed(year, 1, 2),
    easter - 2, // Good Friday
    easter + 1, // Easter Monday
    fixed(year, 5, 1),
    easter + 39, // Ascension
    easter + 50, // Whit Monday
    fixed(year, 8, 1),
    fixed(year, 12, 25),
    fixed(year, 12, 26),
  ].map(dateOf)
}

/** England and Wales: bank holidays with their substitutes, and the days decreed once. */
export function englandHolidays(year: number): string[] {
  const easter = easterSunday(year)
  const days = [
    onWeekday(fixed(year, 1, 1)),
    easter - 2,
    easter + 1,
    decreed[year]?.earlyMay ?? firstMonday(fixed(year, 5, 1)),
    decreed[year]?.spring ?? lastMonday(fixed(year, 5, 31)),
    lastMonday(fixed(year, 8, 31)),
    ...christmas(year),
    ...(decreed[year]?.extra ?? []),
  ]
  return days.map(dateOf)
}

/** Moved and additional bank holidays by royal proclamation. A new one is a new line here. */
const decreed: Readonly<Record<number, { earlyMay?: number; spring?: number; extra?: readonly number[] }>> = {
  2002: { spring: fixed(2002, 6, 4), extra: [fixed(2002, 6, 3)] },
  2011: { extra: [fixed(2011, 4, 29)] },
  2012: { spring: fixed(2012, 6, 4), extra: [fixed(2012, 6, 5)] },
  2020: { earlyMay: fixed(2020, 5, 8) },
  2022: { spring: fixed(2022, 6, 2), extra: [fixed(2022, 6, 3), fixed(2022, 9, 19)] },
  2023: { extra: [fixed(2023, 5, 8)] },
}

/** A holiday on Saturday or Sunday moves to the following Monday. */
function onWeekday(day: number): number {
  return { 6: day + 2, 0: day + 1 }[weekday(day)] ?? day
}

/** Christmas and Boxing Day together take the first two weekdays from the 25th; only the order of names differs. */
function christmas(year: number): [number, number] {
  const day = fixed(year, 12, 25)
  switch (weekday(day)) {
    case 5:
      return [day, day + 3]
    case 6:
      return [day + 2, day + 3]
    case 0:
      return [day + 1, day + 2]
    default:
      return [day, day + 1]
  }
}

function fixed(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000
}

function firstMonday(from: number): number {
  return from + ((8 - weekday(from)) % 7)
}

function lastMonday(from: number): number {
  return from - ((weekday(from) + 6) % 7)
}

/** Gregorian Easter, by the anonymous algorithm (Meeus, Jones, Butcher). */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const moonShift = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const sum = epact + toSunday - 7 * correction + 114
  return fixed(year, Math.floor(sum / 31), (sum % 31) + 1)
}
