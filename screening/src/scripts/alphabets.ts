import anyAscii from 'any-ascii'
import { variantsFolded } from './han.ts'

// Alphabets that are read letter by letter, as the usual English spelling.

const tables = {
  cyrillic:
    'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ  ы y ь  э e ю yu я ya і i ї yi є ye ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ќ kj ѕ dz ә a ғ g қ k ң n ө o ұ u ү u һ h җ j ҷ j ҳ h ӣ i ӯ u ѣ e',
  greek: 'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ h ψ ps ω o',
}
const greekPairs =
  'ου u|μπ mb|ντ nt|γκ ng|γγ ng|γχ nch|τσ ts|τζ tz|αυθ afth|ευθ efth|αυκ afk|ευκ efk|αυτ aft|ευτ eft|αυσ afs|ευσ efs|αυ av|ευ ev|ηυ iv|αι e|ει i|οι i|υι i'

const lettersOf = (line: string): Map<string, string> => {
  const parts = line.split(' ')
  return new Map(parts.flatMap((part, n) => (n % 2 === 0 ? [[part, parts[n + 1] ?? '']] : [])))
}
const cyrillic = lettersOf(tables.cyrillic)
const greek = lettersOf(tables.greek)
const pairs = greekPairs.split('|').map((pair) => pair.split(' ') as [string, string])

export const latinOfCyrillic = (word: string): string =>
  Array.from(national(word.normalize('NFC')).replace(/(?<=[жшщч])ё/gu, 'е'))
    .map((letter) => cyrillic.get(letter) ?? letter)
    .join('')

/** Ukrainian and Serbian have other sounds for some letters; they are recognised by their own letters. */
const national = (word: string): string =>
  /[іїєґ]/u.test(word)
    ? word.replaceAll('г', 'һ').replaceAll('и', 'ы')
    : /[ђјљњћџ]/u.test(word)
      ? word.replaceAll('ц', 'c').replaceAll('ч', 'c')
      : word

export function latinOfGreek(word: string): string {
  let plain = word
    .normalize('NFD')
    .replace(/[\u0300-\u0307\u0309-\u036f]/gu, '')
    .replace(/\u0308/gu, '')
  plain = plain.replace(/^μπ/u, 'b').replace(/^ντ/u, 'd').replace(/^γκ/u, 'g')
  for (const [from, to] of pairs) plain = plain.replaceAll(from, to)
  return Array.from(plain)
    .map((letter) => greek.get(letter) ?? letter)
    .join('')
}

const specialLetters: { readonly [letter: string]: string } = {
  ß: 'ss',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ə: 'a',
  ŋ: 'n',
  ħ: 'h',
}

/** Lower-case Latin letters without marks. */
export const plainLatin = (word: string): string =>
  /^[a-z0-9]*$/.test(word)
    ? word
    : word
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[^a-z0-9]/gu, (letter) => specialLetters[letter] ?? asciiOf(letter))

const asciiOf = (letter: string): string =>
  anyAscii(letter)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Pinyin of one Chinese character, without tones. */
export const pinyinOf = (character: string): string => asciiOf(variantsFolded(character))
