import type { LegalName, Names } from './types.ts'

// The standard's names are in Latin letters without marks; the name as it is written goes into the local name.

/** Letters of the Latin script that have no mark to remove. */
const letters: { readonly [letter: string]: string } = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
}

/** The text in Latin letters without marks; null when it has letters of another script, which need a transliteration. */
export function latinOf(text: string): string | null {
  const plain = Array.from(text, (sign) => letters[sign] ?? sign)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s/g, ' ')
  return /^[ -~]+$/.test(plain) ? plain : null
}

/** The registered name of a company; null when it must be transliterated first. */
export function legalNames(name: string): Names<LegalName, LegalName> | null {
  const latin = latinOf(name)
  if (latin === null) return null
  const named = (legalPersonName: string): LegalName => ({ legalPersonName, legalPersonNameIdentifierType: 'LEGL' })
  return {
    nameIdentifier: [named(latin)],
    ...(latin === name ? {} : { localNameIdentifier: [named(name)] }),
  }
}
