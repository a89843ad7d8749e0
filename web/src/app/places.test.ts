import { type PlaceKind, places } from '@specie/protocol/web-api/places.ts'
import { expect, test } from 'vitest'
import { pages as consolePages } from '../console/pages.ts'
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
