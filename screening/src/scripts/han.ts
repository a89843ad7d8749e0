import { characterVariants } from './character-variants.ts'

const simplified = new Map(
  characterVariants
    .trim()
    .split(/\s+/)
    .flatMap((pair) => {
      const [from, to] = Array.from(pair)
      return from === undefined || to === undefined || from === to ? [] : [[from, to] as const]
    }),
)
// Pairs that stand in both directions, because one of them is a character of its own.
for (const own of ['涼', '后', '余', '升']) simplified.delete(own)

/** Traditional and Japanese characters as simplified ones. */
export const variantsFolded = (text: string): string =>
  /[\p{Script=Han}々]/u.test(text)
    ? Array.from(repeated(text))
        .map((character) => simplified.get(character) ?? character)
        .join('')
    : text

/** 佐々木 means 佐佐木. */
const repeated = (text: string): string => text.replaceAll(/(.)々/gu, '$1$1')
