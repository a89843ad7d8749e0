import { hanSyllables } from '../scripts/chinese.ts'
import { variantsFolded } from '../scripts/han.ts'
import { readingsOf, romajiKey, surnames } from '../scripts/japanese.ts'
import { fold } from '../scripts/fold.ts'
import { eastAsianForms } from '../words/company-lists.ts'
import { numberOf } from '../words/company-lists.ts'
import { companyToken, meaningOf } from './company-token.ts'
import type { Token } from './token.ts'

// Names of companies in Chinese, Japanese and Korean have no spaces: words of the lists are cut out, the longest first.

const longestWord = 12

/** Words that stand for two. */
const twofold: { readonly [word: string]: string } = {
  工商: '工业 商业', 重工: '重型 工业', 重工业: '重型 工业', 중공업: '중형 공업', 轻工: '轻型 工业', 电力: '电气', 农工商: '农业 工业 商业', 进出口: '进口 出口', 数字技术: '数字 技术', 光电: '光学 电子', 机电: '机械 电气', 石油天然气: '石油 天然气', 油气: '石油 天然气', 石化: '石油 化学', 交通运输: '运输', 经贸: '经济 贸易', 工贸: '工业 贸易', 科工贸: '科学 工业 贸易', 수출입: '수출 수입', 석유화학: '석유 화학',
} // prettier-ignore
const placeholders = new Set(['所', '社', '店', '会', '行', '堂', '业', '部', '处', '사', '소'])
const administrative = new Set(['市', '省', '县', '区', '시', '도'])

export function cutEastAsian(word: string, legal: Set<string>): Token[] {
  const body = withoutForms(variantsFolded(word), legal)
  const tokens: Token[] = []
  for (const { text, listed } of bestCut(body)) {
    const before = tokens.at(-1)
    if (!listed && before?.role === 'place' && administrative.has(text)) continue
    // A last character such as 所 says «works» or «house» of the word before it.
    if (!listed && before !== undefined && placeholders.has(text)) continue
    const rest =
      !listed && before?.role === 'place' && administrative.has(text[0]!) && text.length > 1 ? text.slice(1) : text
    const number = numberOf(rest)
    if (Object.hasOwn(twofold, rest)) tokens.push(...twofold[rest]!.split(' ').map((part) => companyToken(part)))
    else if (number !== null) tokens.push(companyToken(number, 'number'))
    else tokens.push(...partsOf(rest).map(distinctive))
  }
  return tokens
}

type Piece = { readonly text: string; readonly listed: boolean }
type Way = { readonly cost: number; readonly pieces: readonly Piece[] }

const cost = { unknown: 1, run: 0.6, piece: 0.1, twoPieces: 0.25, shortPiece: 0.75, firstCharacter: 1.9 }

/** The cut with the fewest characters outside the lists, in the fewest runs. */
function bestCut(body: string): readonly Piece[] {
  // A run outside the lists continues cheaply, so that the best way that ends in one is kept next to the best of all.
  const best: Way[] = [{ cost: 0, pieces: [] }]
  const inRun: (Way | null)[] = [null]
  for (let at = 1; at <= body.length; at++) {
    const letter = body[at - 1]!
    const [before, run] = [best[at - 1]!, inRun[at - 1]!]
    const begun = { cost: before.cost + cost.unknown + cost.run, pieces: [...before.pieces, unlisted(letter)] }
    const longer =
      run === null
        ? null
        : {
            cost: run.cost + cost.unknown,
            pieces: [...run.pieces.slice(0, -1), unlisted(run.pieces.at(-1)!.text + letter)],
          }
    const ending = longer !== null && longer.cost < begun.cost ? longer : begun
    inRun.push(ending)
    best.push([...listedWays(body, at, best), ending].toSorted((a, b) => a.cost - b.cost)[0]!)
  }
  return best.at(-1)!.pieces
}

const unlisted = (text: string): Piece => ({ text, listed: false })

/** The ways that end with a word of the lists. */
function listedWays(body: string, at: number, best: readonly Way[]): Way[] {
  const ways: Way[] = []
  for (let length = Math.min(longestWord, at); length > 0; length--) {
    const before = best[at - length]!
    const text = body.slice(at - length, at)
    const price = pieceCost(body, at - length, text)
    if (price !== null) ways.push({ cost: before.cost + price, pieces: [...before.pieces, { text, listed: true }] })
  }
  return ways
}

/** Null if this is no word: letters and digits, katakana, and words of the lists are. */
function pieceCost(body: string, at: number, text: string): number | null {
  if (isForeignRun(body, at, text) || Object.hasOwn(twofold, text)) return cost.piece
  const meaning = meaningOf(text)
  if (meaning === null) return null
  if (text.length === 4 && meaningOf(text.slice(0, 2)) !== null && meaningOf(text.slice(2)) !== null)
    return cost.twoPieces
  if (text.length > 1) return cost.piece
  // A single character is part of a name more often than a word.
  if (at === 0) return meaning.role === 'qualifier' || meaning.role === 'place' ? cost.firstCharacter : null
  return meaning.role === 'activity' ? cost.shortPiece : null
}

const isForeignRun = (body: string, at: number, text: string): boolean =>
  foreignPiece(body, at) === text && !foreignBefore(body, at, text)
const foreignBefore = (body: string, at: number, text: string): boolean =>
  at > 0 && (foreignPiece(body, at - 1) ?? '').length > text.length

/** Letters and digits, or katakana, among characters. */
const foreignPiece = (body: string, at: number): string | null =>
  /^(?:[a-z]+|\d+|[\u30a1-\u30ffー]{2,})/.exec(body.slice(at))?.[0] ?? null

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
  text.length === 4 && surnames.has(text.slice(0, 2)) && surnames.has(text.slice(2))
    ? [text.slice(0, 2), text.slice(2)]
    : [text]

/** What names the company, with its readings in Chinese and Japanese. */
function distinctive(text: string): Token {
  const isHan = /^\p{Script=Han}+$/u.test(text)
  const readings = isHan ? readingsOf(text).map((reading) => `j:${romajiKey(reading) ?? reading}`) : []
  const pinyin = isHan
    ? [
        fold(
          hanSyllables(text)
            .map(([one]) => one)
            .join(''),
        ),
      ]
    : []
  return companyToken(text, undefined, [...readings, ...pinyin])
}
