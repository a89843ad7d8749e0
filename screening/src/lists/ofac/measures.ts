import { dateRange, dayOf, earliestDay } from '../dates.ts'
import { all, needed, text, type Element } from '../element.ts'
import { dayParts } from './features.ts'
import type { References } from './references.ts'

/** Of a party on a list: why, since when, and what follows. */
export type Listing = {
  readonly profile: string
  readonly programmes: readonly string[]
  readonly measures: readonly string[]
  readonly listed: string | null
}

/** A programme is a measure of the type «Program», with its name as comment. */
export function readListing(element: Element, references: References): Listing {
  const measures = all(element, 'SanctionsMeasure').map((measure) => ({
    type: references.text(measure, 'SanctionsTypeID', 'SanctionsType'),
    comment: text(measure, 'Comment'),
  }))
  const dates = all(element, 'EntryEvent', 'Date').map((date) => dayOf(dateRange(dayParts(date))))
  return {
    profile: needed(element, 'ProfileID'),
    programmes: measures.filter(({ type }) => type === 'Program').map(({ comment }) => comment),
    measures: measures.filter(({ type }) => type !== 'Program').map(({ type }) => type),
    listed: earliestDay(dates),
  }
}

/** A party of this file is blocked, unless only other measures are named. */
export const isBlocked = (measures: readonly string[]): boolean =>
  measures.length === 0 || measures.some((measure) => /^block/i.test(measure))
