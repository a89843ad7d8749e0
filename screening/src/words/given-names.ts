import { givenEastern } from './given-eastern.ts'
import { givenMuslim } from './given-muslim.ts'
import { givenNorthern } from './given-northern.ts'
import { givenPersian } from './given-persian.ts'
import { givenWestern } from './given-western.ts'
import { scriptOf } from '../scripts/script.ts'
import { keyOf } from './word-lists.ts'

/** A place of a name in the lists: its line, the group of one language in it, and whether it is a short form. */
export type NamePlace = { readonly line: number; readonly group: number; readonly short: boolean }

const places = new Map<string, NamePlace[]>()
const spelledOut = new Map<string, NamePlace[]>()

/** The group of words in other scripts, which stand for all languages of their line. */
const anyGroup = -1

let line = 0
for (const list of [givenWestern, givenNorthern, givenEastern, givenMuslim, givenPersian]) {
  for (const text of list.trim().split('\n')) {
    if (text.trim() === '') continue
    line += 1
    for (const [group, words] of text.split(' / ').entries()) {
      for (const word of words.trim().split(/\s+/)) {
        const ofAll = scriptOf(word) !== 'latin'
        add(word.replace('~', ''), { line, group: ofAll ? anyGroup : group, short: word.startsWith('~') })
      }
    }
  }
}

function add(word: string, place: NamePlace): void {
  const key = keyOf(word)
  if (key.length < 2 && !/\p{Script=Han}/u.test(key)) return
  put(places, key, place)
  put(spelledOut, word, place)
}

function put(map: Map<string, NamePlace[]>, key: string, place: NamePlace): void {
  const known = map.get(key) ?? []
  if (known.some((one) => one.line === place.line && one.group === place.group && !one.short)) return
  map.set(key, [...known.filter((one) => !(one.line === place.line && one.group === place.group)), place])
}

const none: readonly NamePlace[] = []

/** The places of a given name: of this spelling if it is listed, otherwise of those that sound the same. */
export const placesOf = (spelling: string, key: string): readonly NamePlace[] =>
  spelledOut.get(spelling) ?? places.get(key) ?? none

/** How surely two given names are the same: 1 for spellings, less for short forms and other languages, 0 for others. */
export function sameGivenName(one: readonly NamePlace[], other: readonly NamePlace[]): number {
  let best = 0
  for (const a of one) {
    for (const b of other) {
      if (a.line !== b.line) continue
      const shortened = a.short || b.short
      const together = a.group === b.group || a.group === anyGroup || b.group === anyGroup
      const certainty = together ? (shortened ? 0.92 : 0.97) : shortened ? 0.86 : 0.89
      if (certainty > best) best = certainty
    }
  }
  return best
}
