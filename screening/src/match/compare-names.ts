import { type PersonReading, readPerson } from '../names/read-person.ts'
import { type CompanyReading, readCompany } from '../names/read-company.ts'
import type { Compare } from './align.ts'
import { compareCompanies } from './company-score.ts'
import type { Comparison } from './comparison.ts'
import { comparePersons } from './person-score.ts'

export type Kind = 'person' | 'company'
export type Reading = PersonReading | CompanyReading

/** Reads a name once; comparing two readings is cheap. */
export const readName = (kind: Kind, name: string): Reading =>
  kind === 'person' ? readPerson(name) : readCompany(name)

/** A person and a company are never the same. */
export function compareReadings(one: Reading, other: Reading, compare?: Compare): Comparison {
  if (one.kind === 'person' && other.kind === 'person') return comparePersons(one, other, compare)
  if (one.kind === 'company' && other.kind === 'company') return compareCompanies(one, other, compare)
  return { score: 0, hit: false, why: ['a person and a company'] }
}

export const compareNames = (kind: Kind, one: string, other: string): Comparison =>
  compareReadings(readName(kind, one), readName(kind, other))
