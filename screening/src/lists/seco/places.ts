import { countryCode } from '../country.ts'
import { partsDate } from '../dates.ts'
import { all, attribute, text, type Element } from '../element.ts'
import type { DateRange, Place, PlaceRole } from '../entry.ts'

// An address names a place by number and adds what the place does not have: the street, for example.

export type SecoPlace = {
  readonly parts: readonly string[]
  readonly country: string | null
  readonly countryName: string
}

export type Located = { readonly role: PlaceRole; readonly own: SecoPlace; readonly placeId: string }

export function readPlace(element: Element): SecoPlace {
  const [country] = all(element, 'country')
  const parts = ['c-o', 'address-details', 'p-o-box', 'zip-code', 'location', 'area'].map((name) => text(element, name))
  return {
    parts,
    country: country ? (countryCode(attribute(country, 'iso-code')) ?? countryCode(country.text)) : null,
    countryName: country?.text.trim() ?? '',
  }
}

export function readPlaces(subject: Element): Located[] {
  const located = (role: PlaceRole, name: string) =>
    all(subject, 'identity', name).map((element) => ({
      role,
      own: readPlace(element),
      placeId: attribute(element, 'place-id'),
    }))
  return [
    ...located('address', 'address'),
    ...located('birth', 'place-of-birth'),
    ...located('nationality', 'nationality'),
  ]
}

export const placesOf = (located: readonly Located[], places: ReadonlyMap<string, SecoPlace>): Place[] =>
  located.map(({ role, own, placeId }) => {
    const place = places.get(placeId)
    const parts = own.parts.map((part, index) => part || (place?.parts[index] ?? ''))
    const country = own.countryName || (place?.countryName ?? '')
    const text = [...parts, country].filter((part) => part !== '').join(', ')
    return { role, text, country: own.country ?? place?.country ?? null }
  })

export const readBirths = (subject: Element): DateRange[] =>
  all(subject, 'identity', 'day-month-year').flatMap((date) => {
    const [day, month, year] = ['day', 'month', 'year'].map((name) => attribute(date, name))
    return partsDate(day!, month!, year!, attribute(date, 'quality') === 'low') ?? []
  })
