export type Script = 'latin' | 'cyrillic' | 'greek' | 'arabic' | 'hebrew' | 'han' | 'kana' | 'hangul' | 'other'

const ranges: readonly (readonly [Script, RegExp])[] = [
  ['latin', /\p{Script=Latin}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u],
  ['han', /[\p{Script=Han}々]/u],
  ['hangul', /\p{Script=Hangul}/u],
]

/** The script of the first letter; null if there are no letters. */
export function scriptOf(word: string): Script | null {
  const letter = /\p{L}|ー/u.exec(word)?.[0]
  if (letter === undefined) return null
  if (letter < '\u0250') return 'latin'
  return ranges.find(([, range]) => range.test(letter))?.[0] ?? 'other'
}
