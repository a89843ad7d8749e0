import { hanSyllables } from '../scripts/chinese.ts'
import { variantsFolded } from '../scripts/han.ts'
import { readingsOf, romajiKey } from '../scripts/japanese.ts'
import { fold } from '../scripts/fold.ts'
import { eastAsianForms } from '../words/company-lists.ts'
import { numberOf } from '../words/company-lists.ts'
import { companyToken, meaningOf } from './company-token.ts'
import type { Token } from './token.ts'

// Names of companies in Chinese, Japanese and Korean have no spaces: words of the lists are cut out, the longest first.

const longestWord = 8
const administrative = new Set(['市', '省', '县', '区', '시', '도'])

export function cutEastAsian(word: string, legal: Set<string>): Token[] {
  const body = withoutForms(variantsFolded(word), legal)
  const tokens: Token[] = []
  let unknown = ''
  const flush = (): void => {
    if (unknown !== '') tokens.push(distinctive(unknown))
    unknown = ''
  }
  for (let at = 0; at < body.length; ) {
    const piece = foreignPiece(body, at) ?? listedPiece(body, at)
    if (piece === null) {
      if (!(administrative.has(body[at]!) && unknown === '' && tokens.at(-1)?.role === 'place')) unknown += body[at]!
      at += 1
      continue
    }
    flush()
    const number = numberOf(piece)
    tokens.push(number === null ? (meaningOf(piece) === null ? distinctive(piece) : companyToken(piece)) : companyToken(number, 'number'))
    at += piece.length
  }
  flush()
  return tokens
}

/** Letters and digits, or katakana, among characters. */
const foreignPiece = (body: string, at: number): string | null => /^(?:[a-z]+|\d+|[\u30a1-\u30ffー]{2,})/.exec(body.slice(at))?.[0] ?? null

function listedPiece(body: string, at: number): string | null {
  for (let length = Math.min(longestWord, body.length - at); length > 0; length--) {
    const piece = body.slice(at, at + length)
    // A single character is part of a name more often than a word.
    if (length === 1 && !(at + 1 === body.length || at === 0) && !['第'].includes(piece)) return null
    const meaning = meaningOf(piece)
    if (meaning === null) continue
    if (length > 1) return piece
    // «华», «大» and the like in front are part of a name; at the end a character is what the company does.
    return at > 0 && meaning.role === 'activity' ? piece : null
  }
  return null
}

function withoutForms(body: string, legal: Set<string>): string {
  let rest = body
  for (const [form, family] of eastAsianForms) {
    if (rest === form) {
      legal.add(family)
      return ''
    }
    if (rest.startsWith(form) && (form !== '주' || body.includes('('))) {
      legal.add(family)
      rest = rest.slice(form.length)
    } else if (rest.endsWith(form) && form.length > 1) {
      legal.add(family)
      rest = rest.slice(0, -form.length)
    }
  }
  return rest
}

/** What names the company, with its readings in Chinese and Japanese. */
function distinctive(text: string): Token {
  const isHan = /^\p{Script=Han}+$/u.test(text)
  const readings = isHan ? readingsOf(text).map((reading) => `j:${romajiKey(reading) ?? reading}`) : []
  const pinyin = isHan ? [fold(hanSyllables(text).map(([one]) => one).join(''))] : []
  return companyToken(text, undefined, [...readings, ...pinyin])
}
