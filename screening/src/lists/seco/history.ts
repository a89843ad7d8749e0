import { dayOf, earliestDay, isoDate, latestDay } from '../dates.ts'
import { all, attribute, needed, type Element } from '../element.ts'

export type History = { readonly delisted: boolean; readonly listed: string | null; readonly changed: string | null }

/**
 * Targets stay in the file when they are taken off the list: the latest modification decides. The file writes them mostly but
 * not always from the newest to the oldest, so the date decides first and then the order.
 */
export function readHistory(target: Element): History {
  const modifications = all(target, 'modification').map((element) => ({
    type: needed(element, 'modification-type'),
    day:
      dayIn(element, 'effective-date') ?? dayIn(element, 'enactment-date') ?? dayIn(element, 'publication-date') ?? '',
  }))
  const [latest] = modifications.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  const days = modifications.map(({ day }) => (day === '' ? null : day))
  return { delisted: latest?.type === 'de-listed', listed: earliestDay(days), changed: latestDay(days) }
}

const dayIn = (element: Element, name: string): string | null => dayOf(isoDate(attribute(element, name)))
