import { hanSyllables } from '../scripts/chinese.ts'
import { variantsFolded } from '../scripts/han.ts'
import { readingsOf, romajiKey, surnames } from '../scripts/japanese.ts'
import { fold } from '../scripts/fold.ts'
import { eastAsianForms } from '../words/company-lists.ts'
import { numberOf } from '../words/company-lists.ts'
import { companyToken, meaningOf } from './company-token.ts'
import type { Token } from './token.ts'

// Names of companies in Chinese, Japanese and Korean have no spaces: words of the lists are cut out, the longest first.

const longestWord = 8

/** Words that stand for two. */
const twofold: { readonly [word: string]: string } = {
  工商: '工业 商业', 重工: '重型 工业', 重工业: '重型 工业', 중공업: '중형 공업', 轻工: '轻型 工业', 电力: '电气', 农工商: '农业 工业 商业', 进出口: '进口 出口', 数字技术: '数字 技术', 光电: '光学 电子', 机电: '机械 电气', 石油天然气: '石油 天然气', 油气: '石油 天然气', 石化: '石油 化学', 交通运输: '运输', 经贸: '经济 贸易', 工贸: '工业 贸易', 科工贸: '科学 工业 贸易', 수출입: '수출 수입', 석유화학: '석유 화학',
} // prettier-ignore
const placeholders = new Set(['所', '社', '店', '会', '行', '堂', '业', '部', '处', '사', '소'])
const administrative = new Set(['市', '省', '县', '区', '시', '도'])

export function cutEastAsian(word: string, legal: Set<string>): Token[] {
  const body = withoutForms(variantsFolded(word), legal)
  const tokens: Token[] = []
  let unknown = ''
  const flush = (): void => {
    if (unknown !== '') tokens.push(...partsOf(unknown).map(distinctive))
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
    at += piece.length
    if (Object.hasOwn(twofold, piece)) {
      tokens.push(...twofold[piece]!.split(' ').map((part) => companyToken(part)))
      continue
    }
    const number = numberOf(piece)
    tokens.push(number === null ? distinctive(piece) : companyToken(number, 'number'))
  }
  // A last character such as 所 says «works» or «house» of the word before it.
  if (tokens.length > 0 && placeholders.has(unknown)) unknown = ''
  flush()
  return tokens
}

/** Letters and digits, or katakana, among characters. */
const foreignPiece = (body: string, at: number): string | null => /^(?:[a-z]+|\d+|[\u30a1-\u30ffー]{2,})/.exec(body.slice(at))?.[0] ?? null

function listedPiece(body: string, at: number): string | null {
  for (let length = Math.min(longestWord, body.length - at); length > 0; length--) {
    const piece = body.slice(at, at + length)
    if (Object.hasOwn(twofold, piece)) return piece
    // A single character is part of a name more often than a word.
    if (length === 1 && at > 0 && at + 1 < body.length && meaningOf(body.slice(at + 1, at + 3)) === null) return null
    const meaning = meaningOf(piece)
    if (meaning === null) continue
    if (length > 1) return piece
    // «华», «大» and the like in front are part of a name; at the end a character is what the company does.
    if (at === 0 && meaning.role === 'qualifier' && meaningOf(body.slice(1, 3)) !== null) return piece
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

/** 三井住友 is two names. */
const partsOf = (text: string): string[] =>
  text.length === 4 && surnames.has(text.slice(0, 2)) && surnames.has(text.slice(2)) ? [text.slice(0, 2), text.slice(2)] : [text]

/** What names the company, with its readings in Chinese and Japanese. */
function distinctive(text: string): Token {
  const isHan = /^\p{Script=Han}+$/u.test(text)
  const readings = isHan ? readingsOf(text).map((reading) => `j:${romajiKey(reading) ?? reading}`) : []
  const pinyin = isHan ? [fold(hanSyllables(text).map(([one]) => one).join(''))] : []
  return companyToken(text, undefined, [...readings, ...pinyin])
}
