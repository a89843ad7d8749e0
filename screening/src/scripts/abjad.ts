// Arabic and Hebrew write few vowels: a word of theirs is aligned with a Latin word, letter by letter.

const arabic: { readonly [letter: string]: string } = {
  ا: 'a e i o u aa', ب: 'b p', ت: 't', ث: 'th s t', ج: 'j g dj dzh zh c', ح: 'h', خ: 'kh h ch x', د: 'd', ذ: 'dh z d th', ر: 'r', ز: 'z s',
  س: 's c ss', ش: 'sh ch s sch', ص: 's', ض: 'd dh z', ط: 't', ظ: 'z dh d', ع: ' a e o', غ: 'gh g', ف: 'f ph v', ق: 'q k g gh c', ك: 'k c g q',
  ل: 'l', م: 'm', ن: 'n', ه: 'h a ah e eh', و: 'w v u o ou oo au ow', ي: 'y i ee e ei ai j ie ey', پ: 'p', چ: 'ch', ژ: 'zh j', گ: 'g', ٹ: 't', ڈ: 'd', ڑ: 'r', ں: 'n', ے: 'e i ay',
} // prettier-ignore
const hebrew: { readonly [letter: string]: string } = {
  א: ' a e i o u', ב: 'b v', ג: 'g j', ד: 'd', ה: 'h a ah e', ו: 'v w u o oo ou', ז: 'z', ח: 'h ch kh', ט: 't', י: 'y i j ee ai ei', כ: 'k ch kh c',
  ך: 'k ch kh', ל: 'l', מ: 'm', ם: 'm', נ: 'n', ן: 'n', ס: 's', ע: ' a e i o', פ: 'p f ph', ף: 'f p', צ: 'ts tz z c', ץ: 'ts tz z', ק: 'k c q', ר: 'r', ש: 'sh s', ת: 't th',
} // prettier-ignore
const table = new Map(
  [...Object.entries(arabic), ...Object.entries(hebrew)].map(
    ([letter, sounds]) => [letter, sounds.split(' ')] as const,
  ),
)

const unwrittenVowel = 0.12
const letterWithoutSound: { readonly [letter: string]: number } = {
  ا: 0.25,
  و: 0.6,
  ي: 0.5,
  ه: 0.35,
  ع: 0.1,
  א: 0.15,
  ע: 0.1,
  ה: 0.3,
  ו: 0.5,
  י: 0.35,
}

type Sound = {
  readonly text: string
  readonly letters: readonly number[]
  readonly begun: readonly (readonly number[])[]
}
const soundsByCode = new Map<number, readonly Sound[]>(
  [...table].map(([letter, sounds]) => [
    letter.charCodeAt(0),
    sounds.map((text) => {
      const letters = Array.from(text, (one) => one.charCodeAt(0))
      return { text, letters, begun: letters.slice(1).map((_, n) => letters.slice(0, n + 1)) }
    }),
  ]),
)
const withoutByCode = new Map(Object.entries(letterWithoutSound).map(([letter, cost]) => [letter.charCodeAt(0), cost]))
const firstAbjadLetter = 0x5d0
const noSounds: readonly Sound[] = []
const soundsOf = (code: number): readonly Sound[] => soundsByCode.get(code) ?? noSounds
const withoutSound = (code: number): number => withoutByCode.get(code) ?? 1

/** A word that begins with another consonant is another word. */
const otherBeginning = 3
const atBeginning = (cost: number): number => (cost < 1 ? cost : otherBeginning)

const wide = 41

/** The costs of the beginnings of two words: a row for each letter of one, a column for each letter of the other. */
export const newAbjadTable = (): Float64Array => new Float64Array(wide * wide)

/** A Latin word, prepared for comparing with many words of an abjad, letter by letter. */
export class LatinWord {
  readonly #latin: string
  readonly #skips: Float64Array
  /** For a letter of the abjad: where each of its sounds ends in the word, and its length. */
  readonly #places: (readonly number[] | undefined)[] = []

  constructor(latin: string) {
    this.#latin = latin
    this.#skips = Float64Array.from(latin, (_, at) => (at === 0 ? atBeginning(skipped(latin, 0)) : skipped(latin, at)))
  }

  /** The row before the first letter. */
  first(costs: Float64Array): void {
    costs[0] = 0
    for (let j = 0; j < this.#skips.length; j++) costs[j + 1] = costs[j]! + this.#skips[j]!
  }

  /** Row `i`, from 1, is the one of this letter; gives the least cost in it. */
  next(costs: Float64Array, i: number, letter: number): number {
    const size = this.#skips.length
    const at = i * wide
    const previous = at - wide
    const without = i === 1 ? atBeginning(withoutSound(letter)) : withoutSound(letter)
    for (let j = 0; j <= size; j++) costs[at + j] = costs[previous + j]! + without
    const places = this.#placesOf(letter)
    for (let n = 0; n < places.length; n += 2) {
      const end = places[n]!
      const cost = costs[previous + end - places[n + 1]!]!
      if (cost < costs[at + end]!) costs[at + end] = cost
    }
    let least = costs[at]!
    for (let j = 1; j <= size; j++) {
      const skip = costs[at + j - 1]! + this.#skips[j - 1]!
      if (skip < costs[at + j]!) costs[at + j] = skip
      if (costs[at + j]! < least) least = costs[at + j]!
    }
    return least
  }

  /** The cost of a whole word of this length. */
  whole(costs: Float64Array, length: number): number {
    return costs[length * wide + this.#skips.length]!
  }

  #placesOf(letter: number): readonly number[] {
    const number = letter - firstAbjadLetter
    const known = this.#places[number]
    if (known !== undefined) return known
    const found: number[] = []
    for (const { text } of soundsOf(letter)) {
      for (let at = this.#latin.indexOf(text); at >= 0 && at + text.length <= this.#latin.length;) {
        found.push(at + text.length, text.length)
        if (at === this.#latin.length) break
        at = this.#latin.indexOf(text, at + 1)
      }
    }
    this.#places[number] = found
    return found
  }
}

const table40 = newAbjadTable()

/** How many letters differ between a word without vowels and a Latin one; unwritten vowels cost little. */
export function abjadDistance(word: string, latin: string): number {
  if (word.length >= wide || latin.length >= wide) return Number.POSITIVE_INFINITY
  const prepared = new LatinWord(latin)
  prepared.first(table40)
  for (let i = 0; i < word.length; i++) prepared.next(table40, i + 1, word.charCodeAt(i))
  return prepared.whole(table40, word.length)
}

/** A word of an abjad, prepared for comparing with many Latin words, letter by letter. */
export class AbjadWord {
  readonly #sounds: readonly (readonly Sound[])[]
  readonly #without: readonly number[]

  constructor(word: string) {
    const codes = word.split('').map((letter) => letter.charCodeAt(0))
    this.#sounds = codes.map(soundsOf)
    this.#without = codes.map((code, n) => (n === 0 ? atBeginning(withoutSound(code)) : withoutSound(code)))
  }

  first(costs: Float64Array): void {
    costs[0] = 0
    for (const [n, sounds] of this.#sounds.entries())
      costs[n + 1] = costs[n]! + (sounds.some(({ letters }) => letters.length === 0) ? 0 : this.#without[n]!)
  }

  /**
   * Column `j`, from 1, is the one of the last letter of this beginning of a Latin word. What that letter costs as the last
   * of its word is not known: the cost is never too high. Gives the least cost in it, and of what a sound that has begun
   * can lead to.
   */
  next(costs: Float64Array, j: number, path: Uint16Array): number {
    const at = j * wide
    const skip = j === 1 ? atBeginning(skippedLeast(path, 0)) : skippedLeast(path, j - 1)
    costs[at] = costs[at - wide]! + skip
    let least = costs[at]
    for (let i = 1; i <= this.#sounds.length; i++) {
      let cost = Math.min(costs[at - wide + i]! + skip, costs[at + i - 1]! + this.#without[i - 1]!)
      for (const { letters, begun } of this.#sounds[i - 1]!) {
        for (const part of begun) {
          const start = part.length <= j ? costs[(j - part.length) * wide + i - 1]! : least
          if (start < least && endsWith(path, j, part)) least = start
        }
        const before = costs[(j - letters.length) * wide + i - 1]!
        if (letters.length <= j && before < cost && endsWith(path, j, letters)) cost = before
      }
      costs[at + i] = cost
      if (cost < least) least = cost
    }
    return least
  }

  whole(costs: Float64Array, length: number): number {
    return costs[length * wide + this.#sounds.length]!
  }
}

function endsWith(path: Uint16Array, length: number, letters: readonly number[]): boolean {
  for (let n = 0; n < letters.length; n++) if (path[length - letters.length + n] !== letters[n]) return false
  return true
}

const skippedByLetters = new Map<number, number>()

/** A letter at the end may cost less or more than the same letter within a word. */
function skippedLeast(path: Uint16Array, at: number): number {
  const key = (at > 0 ? path[at - 1]! : 0) * 65_536 + path[at]!
  const known = skippedByLetters.get(key)
  if (known !== undefined) return known
  const latin = String.fromCharCode(...(at > 0 ? [path[at - 1]!] : []), path[at]!)
  const least = Math.min(skipped(latin, latin.length - 1), skipped(`${latin}.`, latin.length - 1))
  skippedByLetters.set(key, least)
  return least
}

/** The cost of a Latin letter that nothing stands for. */
function skipped(latin: string, at: number): number {
  const letter = latin[at]!
  if (at > 0 && latin[at - 1] === letter) return 0.02
  if (letter === 'a' && at === latin.length - 1) return 0.45
  if ('aeiou'.includes(letter)) return at > 0 && 'aeiou'.includes(latin[at - 1]!) ? 0.3 : unwrittenVowel
  if (letter === 'h') return at === latin.length - 1 ? 0.1 : 0.6
  if (letter === 'y' || letter === 'w') return 0.35
  return 1
}

/** A word with the Arabic article is also compared without it. */
export const withAndWithoutArticle = (word: string): readonly string[] =>
  word.startsWith('ال') ? [word, word.slice(2)] : [word]

/** The few letters that are written must fit well. */
export const leastAcrossAbjad = 0.74
const freeCost = 0.12
const costOfLetter = 0.9
const fewestLetters = 3

/** How surely a word of this length is a Latin one at this distance. */
export function abjadLikeness(distance: number, length: number): number {
  const written = 1 - (costOfLetter * Math.max(0, distance - freeCost)) / Math.max(fewestLetters, length)
  return Math.min(0.96, length === 2 ? written - 0.04 : written)
}

/** The highest distance at which a word of this length is still the same. */
export const mostAbjadCost = (length: number, atLeast: number): number =>
  freeCost + ((1 - Math.max(leastAcrossAbjad, atLeast)) * Math.max(fewestLetters, length)) / costOfLetter
