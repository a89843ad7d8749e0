// A name as words, before anything is read into them.

const apostrophes = /['’‘`´ʼʻʹ״׳"“”«»„]/gu
const separators = /[\s,;:/\\|_+&()[\]{}<>!?*#~^=%@§$・·•.‐‑‒–—―-]+/u

/** Lower case, in composed letters, without invisible characters. */
export const normal = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\u200c' ? '' : /\s/.test(character) ? ' ' : ''))
    .replaceAll('İ', 'i')
    .toLowerCase()
    .trim()

/** «S.A.» and «J. K.» keep their letters together when each part is one letter. */
const dotted = (text: string): string =>
  text.replace(
    /(?<![\p{L}\p{N}])(\p{L})\.(?:(\p{L})\.)+(?:(\p{L})(?![\p{L}\p{N}]))?/gu,
    (match) => `${match.replaceAll('.', '')} `,
  )

export const wordsOf = (name: string): string[] =>
  normal(name).replace(apostrophes, '').split(separators).filter(Boolean)

/** The same with dotted letters together, as a company writes «S.A.». */
export const companyWords = (name: string): string[] =>
  dotted(normal(name.replace(/(\p{Ll}{2})(\p{Lu}\p{Ll}{3,})/gu, '$1 $2')).replace(apostrophes, ''))
    .split(separators)
    .filter(Boolean)

/** «Smith, John» as «John Smith», unless the part behind the comma is a title or a generation. */
export function inOrder(name: string, isName: (word: string) => boolean): string {
  const parts = name.split(/[,،、]/u)
  if (parts.length !== 2 || !wordsOf(parts[1]!).some(isName)) return name
  return `${parts[1]} ${parts[0]}`
}
