import { compareTokens, type Likeness, mostCost, otherFirst } from '../match/compare-tokens.ts'
import { codesOf, firstRow, isBeyond, leastAddition, newTable, nextRow, soundAlike, width } from '../match/distance.ts'
import type { Token } from '../names/token.ts'
import { AbjadWord, LatinWord, mostAbjadCost, newAbjadTable, withAndWithoutArticle } from '../scripts/abjad.ts'
import { Remembered } from '../scripts/remembered.ts'
import { isAbjad, wordKeys } from './word-keys.ts'
import { longestWord, WordTrie } from './word-trie.ts'

/** The words of the vocabulary that a word may be paired with. */
export type Neighbours = {
  readonly ids: readonly number[]
  readonly values: readonly number[]
  readonly likes: ReadonlyMap<Token, Likeness>
}

/**
 * The distinct words of all names, far fewer than the names. A word is compared with those that have a key in common with
 * it or a small distance to it, so that all words are found that are at least as alike as asked.
 */
export class Vocabulary {
  readonly tokens: Token[] = []
  readonly #ids = new Map<string, number>()
  readonly #keyed = new Map<string, number[]>()
  readonly #initials: number[] = []
  /** By the spelling that transliterations share; words of an abjad; what a word of an abjad can be written as. */
  readonly #spelled = new WordTrie()
  /** By length: the longer a word, the more may differ. */
  readonly #abjads = new Map<number, WordTrie>()
  readonly #texts = new WordTrie()
  readonly #known = new Remembered<Neighbours>()
  readonly #seen: number[] = []
  #search = 0

  /** The number of the word, which it gets when it first comes. A word stays when its last name leaves. */
  idOf(token: Token): number {
    const text = identity(token)
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    const id = this.tokens.push(token) - 1
    this.#ids.set(text, id)
    this.#seen.push(0)
    this.#post(token, id)
    this.#known.clear()
    return id
  }

  /** The words that are at least as alike. */
  neighbours(token: Token, least: number): Neighbours {
    const text = `${least} ${identity(token)}`
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const found = this.#neighbours(token, least)
    this.#known.set(text, found)
    return found
  }

  #post(token: Token, id: number): void {
    if (token.role === 'initial') {
      this.#initials.push(id)
      return
    }
    for (const key of wordKeys(token).posted) {
      const ids = this.#keyed.get(key)
      if (ids === undefined) this.#keyed.set(key, [id])
      else if (ids.at(-1) !== id) ids.push(id)
    }
    if (token.role === 'number') return
    this.#spelled.add(codesOf(token.key), id)
    if (isAbjad(token)) this.#postAbjad(token.text, id)
    else this.#texts.add(charsOf(token.text), id)
  }

  #postAbjad(text: string, id: number): void {
    const words = this.#abjads.get(text.length) ?? new WordTrie()
    this.#abjads.set(text.length, words)
    for (const one of withAndWithoutArticle(text)) words.add(charsOf(one), id)
  }

  #neighbours(token: Token, least: number): Neighbours {
    const ids: number[] = []
    const values: number[] = []
    const likes = new Map<Token, Likeness>()
    this.#search += 1
    const visit = (id: number): void => {
      if (this.#seen[id] === this.#search) return
      this.#seen[id] = this.#search
      const other = this.tokens[id]!
      const like = compareTokens(token, other)
      if (like.value < least) return
      ids.push(id)
      values.push(like.value)
      likes.set(other, like)
    }
    for (const id of this.#initials) visit(id)
    if (token.role !== 'initial') this.#find(token, least, visit)
    return { ids, values, likes }
  }

  #find(token: Token, least: number, visit: (id: number) => void): void {
    for (const key of soughtKeys(token)) for (const id of this.#keyed.get(key) ?? []) visit(id)
    if (token.role === 'number') return
    this.#spelledLike(token.key, least, visit)
    if (!isAbjad(token)) this.#abjadOf(token.text, least, visit)
    else for (const text of withAndWithoutArticle(token.text)) this.#latinOf(text, token.text.length, least, visit)
  }

  #spelledLike(key: string, atLeast: number, visit: (id: number) => void): void {
    if (key === '' || key.length > longestWord) return
    const letters = codesOf(key)
    const size = letters.length
    let alike = true
    const most = (length: number): number => mostCost((size + length) / 2, alike ? atLeast : atLeast + otherFirst)
    firstRow(table, letters)
    this.#spelled.walk(
      (depth, path, shortest, longest) => {
        if (depth === 1) alike = soundAlike(path[0]!, letters[0]!)
        // Every letter that is too many costs something.
        const limit = most(Math.min(longest, size + mostMore(size)))
        if (Math.max(shortest - size, size - longest) * leastAddition > limit) return false
        const least = nextRow(table, letters, depth, path[depth - 1]!, depth > 1 ? path[depth - 2]! : 0)
        leasts[depth] = least
        return !isBeyond(least, leasts[depth - 1]!, limit)
      },
      (id, length) => {
        if (table[length * width + size]! <= most(length)) visit(id)
      },
    )
  }

  /** Words of an abjad that the Latin text can be. */
  #abjadOf(text: string, atLeast: number, visit: (id: number) => void): void {
    if (text === '' || text.length > longestWord) return
    const latin = new LatinWord(text)
    latin.first(abjadTable)
    for (const [size, words] of this.#abjads) {
      const most = mostAbjadCost(size, atLeast)
      words.walk(
        (depth, path) => latin.next(abjadTable, depth, path[depth - 1]!) <= most,
        (id, length) => {
          if (latin.whole(abjadTable, length) <= most) visit(id)
        },
      )
    }
  }

  /** Latin texts of a word of an abjad; `size` is its length with the article. */
  #latinOf(text: string, size: number, atLeast: number, visit: (id: number) => void): void {
    if (text.length > longestWord) return
    const word = new AbjadWord(text)
    word.first(abjadTable)
    const most = mostAbjadCost(size, atLeast)
    this.#texts.walk(
      (depth, path) => word.next(abjadTable, depth, path) <= most,
      (id, length) => {
        if (word.whole(abjadTable, length) <= most) visit(id)
      },
    )
  }
}

const table = newTable()
/** By depth; nothing is lost before the first letter. */
const leasts = new Float64Array(longestWord + 1)
const abjadTable = newAbjadTable()

/** How many letters more a word can have. */
const mostMore = (size: number): number => Math.ceil(size / 2) + 1

const charsOf = (text: string): number[] => text.split('').map((letter) => letter.charCodeAt(0))

/** A word is looked up in two vocabularies. */
const sought = new Remembered<readonly string[]>()

function soughtKeys(token: Token): readonly string[] {
  const text = identity(token)
  const known = sought.get(text)
  if (known !== undefined) return known
  const found = [...new Set(wordKeys(token).sought)]
  sought.set(text, found)
  return found
}

const identity = ({ role, script, shown, text, forms, concept, concepts }: Token): string =>
  `${role} ${script} ${shown} ${text} ${forms.join()} ${concept} ${concepts.join()}`
