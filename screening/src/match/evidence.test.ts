import { expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'
import { type Facts, weighed } from './evidence.ts'

const nothing: Facts = { dates: [], countries: [], identifiers: [] }
const born = (year: number, month?: number, day?: number): Facts => ({
  ...nothing,
  dates: [{ year, ...(month !== undefined && { month }), ...(day !== undefined && { day }) }],
})
const names = compareNames('person', 'Jon Meyer', 'John Maier')

test('a missing field is evidence for nothing', () => {
  expect(weighed(names, nothing, { dates: [{ year: 1965 }], countries: ['CH'], identifiers: [] }).score).toBe(
    names.score,
  )
})

test('an equal date raises the score, another year lowers it below a hit', () => {
  expect(weighed(names, born(1965, 3, 4), born(1965, 3, 4)).score).toBeGreaterThan(names.score)
  const other = weighed(names, born(1965), born(1971))
  expect(other.hit).toBe(false)
  expect(other.why.at(-1)).toBe('birth year differs: 1965, 1971')
})

test('a whole year is compared as a year', () => {
  expect(weighed(names, born(1965), born(1965, 3, 4)).why.at(-1)).toBe('birth year equal: 1965')
})

test('an equal identifier is the same party under any name', () => {
  const passport = (value: string): Facts => ({ ...nothing, identifiers: [{ kind: 'passport', value }] })
  const other = compareNames('person', 'Jon Meyer', 'Peter Huber')
  expect(weighed(other, passport('X 123-45'), passport('x12345'))).toMatchObject({
    score: 1,
    hit: true,
    sameIdentifier: true,
  })
  expect(weighed(names, passport('X1'), passport('X2')).score).toBeLessThan(names.score)
})

test('a weak alias counts only when it is equal, and for less', () => {
  const equal = compareNames('person', 'El Chapo', 'el chapo')
  expect(weighed(equal, nothing, nothing, { isWeak: true })).toMatchObject({ hit: true })
  expect(weighed(equal, nothing, nothing, { isWeak: true }).score).toBeLessThan(equal.score)
  expect(weighed(names, nothing, nothing, { isWeak: true }).hit).toBe(false)
})

test('evidence does not make names equal', () => {
  expect(weighed(names, born(1965, 3, 4), born(1965, 3, 4)).score).toBeLessThan(1)
})
