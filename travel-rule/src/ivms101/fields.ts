import type { Element, Elements } from './elements.ts'

// Under which name of a table a key of a message belongs. Case, underscores and plurals do not matter.

const fold = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const namesOf = new Map<Elements, ReadonlyMap<string, string>>()

/** The element of the key; null when the standard has none. */
export function elementOf(elements: Elements, key: string): string | null {
  let names = namesOf.get(elements)
  if (!names) {
    names = new Map(Object.entries(elements).flatMap(([name, element]) => spellings(name, element)))
    namesOf.set(elements, names)
  }
  return names.get(fold(key)) ?? null
}

const spellings = (name: string, { in2020, also = [] }: Element): [string, string][] =>
  [...also, ...(in2020 ? [in2020] : []), name].flatMap((spelling) =>
    ['', 's', 'es'].map((plural): [string, string] => [fold(spelling) + plural, name]),
  )

/** Is the key written as in one of the two versions? */
export const isStandard = (name: string, { in2020 }: Element, key: string): boolean => key === name || key === in2020
