import { type PlaceKind, places } from '@specie/protocol/web-api/places.ts'
import { expect, test } from 'vitest'
import { goTo as consoleLetters } from '../console/go-to.ts'
import { pages as consolePages } from '../console/pages.ts'
import { goTo as portalLetters } from '../portal/go-to.ts'
import { pages as portalPages } from '../portal/pages.ts'
import type { PageRow } from './pages.ts'

// The queue and the search link to places. Each place must be a page.

const sides = { console: consolePages, portal: portalPages }

const pathsOf = (pages: readonly PageRow[]): string[] =>
  pages.filter(({ load }) => load !== null).map(({ path }) => path.replaceAll(/\$(\w+)/g, '{$1}'))

const cases = (['console', 'portal'] as const).flatMap((side) =>
  (Object.keys(places) as PlaceKind[])
    .filter((kind) => places[kind][side] !== null)
    .map((kind) => ({ side, kind, place: places[kind][side]! })),
)

test.each(cases)('$side $kind: $place is a page', ({ side, place }) => {
  expect(place.startsWith(`/${side}/`)).toBe(true)
  expect(pathsOf(sides[side])).toContain(place.slice(side.length + 1).split('?')[0])
})

test('no two pages have the same path', () => {
  for (const pages of Object.values(sides)) {
    const paths = pages.map(({ path }) => path)
    expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
  }
})

// After `g`, a letter leads to each page of the navigation.
test.each([
  { side: 'console', letters: consoleLetters },
  { side: 'portal', letters: portalLetters },
] as const)('every page of the navigation of the $side has a letter', ({ side, letters }) => {
  const named = sides[side].filter(({ icon }) => icon !== undefined).map(({ path }) => path)
  expect(Object.values(letters).toSorted()).toEqual(named.toSorted())
  for (const letter of Object.keys(letters)) expect(letter).toMatch(/^[a-fh-z]$/)
})
