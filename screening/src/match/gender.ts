// Surnames of men and women of one family.

const endings: readonly (readonly [RegExp, RegExp])[] = [
  [/(ov|ev|in|iov)$/, /(ova|eva|ina|iova)$/],
  [/(ski|Zki|koi|oi|i)$/, /(skaia|Zkaia|kaia|aia|ska|Zka)$/],
  [/(ski|Zki)$/, /(ska|Zka)$/],
  [/[^a]$/, /ova$/],
  [/(os|is|as|es)$/, /(ou|u|i|a)$/],
  [/as$/, /(iene|aite|uvene|ene)$/],
  [/is$/, /(iene|ite|iute)$/],
]

/** Ivanov and Ivanova, Kowalski and Kowalska, Papadopoulos and Papadopoulou. */
export function genderForm(one: string, other: string): boolean {
  return endings.some(([male, female]) => genderPair(one, other, male, female) || genderPair(other, one, male, female))
}

function genderPair(man: string, woman: string, male: RegExp, female: RegExp): boolean {
  if (!male.test(man) || !female.test(woman) || man.length < 5) return false
  const [stem, her] = [man.replace(male, ''), woman.replace(female, '')]
  if (stem.length < 3) return false
  return stem === her || man === her || (man.endsWith('k') && woman === `${man}ova`)
}

const leastStem = 3
const plainEndings = [
  ...new Set(endings.flat().flatMap(({ source }) => source.replace(/[()$]/g, '').split('|'))),
].filter((ending) => /^[a-zA-Z]+$/.test(ending))

/** What the surnames of a man and of a woman have in common: the word, and the word without its ending. */
export const genderStems = (key: string): readonly string[] => [
  key,
  // «[^a]$»: any last letter.
  ...(key.length > leastStem ? [key.slice(0, -1)] : []),
  ...plainEndings
    .filter((ending) => key.length >= ending.length + leastStem && key.endsWith(ending))
    .map((ending) => key.slice(0, -ending.length)),
]
