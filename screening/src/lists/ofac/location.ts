import { countryCode } from '../country.ts'
import { all, attribute, text, type Element } from '../element.ts'
import type { Place } from '../entry.ts'
import type { References } from './references.ts'

export type Location = Pick<Place, 'text' | 'country'>

/** The order in which an address is written. A kind of part that is not here comes before the country. */
const order = ['Unknown', 'ADDRESS1', 'ADDRESS2', 'ADDRESS3', 'CITY', 'REGION', 'STATE/PROVINCE', 'POSTAL CODE']

export function readLocation(element: Element, references: References): Location {
  const parts = all(element, 'LocationPart').map((part) => ({
    rank: order.indexOf(references.text(part, 'LocPartTypeID', 'LocPartType')),
    text: primaryValue(part),
  }))
  const written = parts.toSorted((a, b) => (a.rank < 0 ? order.length : a.rank) - (b.rank < 0 ? order.length : b.rank))
  const country = countryOf(element, references)
  const texts = written.map((part) => part.text)
  // Nationalities are locations with the country as their only, unknown part.
  const named = country === null ? texts.map(countryCode).find((code) => code !== null) : undefined
  return {
    text: [...texts, country?.name ?? ''].filter((part) => part !== '').join(', '),
    country: country?.code ?? named ?? null,
  }
}

/** A part can have the same value in several scripts. */
function primaryValue(part: Element): string {
  const values = all(part, 'LocationPartValue')
  const value = values.find((candidate) => attribute(candidate, 'Primary') !== 'false') ?? values[0]
  return value ? text(value, 'Value') : ''
}

function countryOf(element: Element, references: References): { name: string; code: string | null } | null {
  for (const mention of all(element, 'LocationCountry')) {
    const country = references.optional(mention, 'CountryID', 'Country')
    const name = country?.text.trim() ?? ''
    if (country && name !== '' && name !== 'undetermined') {
      return { name, code: countryCode(attribute(country, 'ISO2')) ?? countryCode(name) }
    }
  }
  return null
}
