import { plainAmount } from '../amount-text.ts'
import { type AssetCode, isAsset } from '../assets.ts'

// The readings of a search text: a part of an id or a transaction, an amount, a day. A text can have several.

/** The beginning and the end of a longer text; one of them can be empty. */
export type Part = { readonly start: string; readonly end: string }

/** With fewer characters, too many items would match. */
const shortestPart = 6

/** `0x12ab…90cd` as pages shorten it, or a piece that begins or ends the text. */
export function partsIn(text: string): Part[] {
  const [, start, end] = /^([\w-]*)\s*(?:…|\.{2,3})\s*([\w-]*)$/.exec(text) ?? []
  if (start !== undefined && end !== undefined)
    return start.length + end.length < shortestPart ? [] : bothCases(start).flatMap((one) => endings(one, end))
  if (!/^[\w-]+$/.test(text) || text.length < shortestPart) return []
  const prefixes = isHex(text) && !text.startsWith('0x') ? [text, `0x${text}`] : [text]
  return [
    ...prefixes.flatMap(bothCases).map((one) => ({ start: one, end: '' })),
    ...bothCases(text).map((one) => ({ start: '', end: one })),
  ]
}

const endings = (start: string, end: string): Part[] => bothCases(end).map((one) => ({ start, end: one }))

const isHex = (text: string): boolean => /^(0x)?[0-9a-f]+$/i.test(text)

/** Hexadecimal digits are stored in lower case, base58 is not. */
const bothCases = (text: string): string[] =>
  isHex(text) && text !== text.toLowerCase() ? [text, text.toLowerCase()] : [text]

/** `asset`: null if the text names none. */
export type AmountText = { readonly plain: string; readonly asset: AssetCode | null }

/** `250,000`, `250000.00 VGBP`, `CHF 250’000`, `−1.5 ETH`. */
export function amountIn(text: string): AmountText | null {
  const [, before, digits = '', after] =
    /^(?:([a-z]{3,5})\s*)?[-−+]?\s*(\d[\d\s,.'’]*?)\s*([a-z]{3,5})?$/i.exec(text.trim()) ?? []
  const plain = digits === '' ? null : plainAmount(digits)
  const code = (before ?? after)?.toUpperCase() ?? null
  if (plain === null || (before !== undefined && after !== undefined)) return null
  if (code !== null && !isAsset(code)) return null
  return { plain: plain.includes('.') ? plain.replace(/\.?0*$/, '') : plain, asset: code }
}

const months = 'january february march april may june july august september october november december'.split(' ')

const time = String.raw`(?:,?\s+\d\d:\d\d(?::\d\d)?(?:\s+UTC)?)?`
const dayForms = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T[\d:.]+Z?)?$/,
  new RegExp(String.raw`^(?<day>\d{1,2})\.?\s*(?<month>[a-z]{3,9})\.?,?(?:\s+(?<year>\d{4}))?${time}$`, 'i'),
  new RegExp(String.raw`^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:,?\s+(?<year>\d{4}))?${time}$`, 'i'),
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})?$/,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})(?:\/(?<year>\d{4}))?$/,
]

/** `19 Nov`, `2026-11-19`, `19.11.2026` as `2026-11-19`. Without a year it is the last such day until `today`. */
export function dayIn(text: string, today: string): string | null {
  const found = dayForms.map((form) => form.exec(text.trim())?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return null
  const month = monthOf(found['month']!)
  const dayOf = (year: number) => [year, two(month), two(Number(found['day']))].join('-')
  if (found['year'] !== undefined) return existing(dayOf(Number(found['year'])))
  const thisYear = Number(today.slice(0, 4))
  return existing(dayOf(dayOf(thisYear) > today ? thisYear - 1 : thisYear))
}

/** 0 for a word that begins no month. */
const monthOf = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : months.findIndex((name) => name.startsWith(text.toLowerCase())) + 1

const two = (number: number): string => String(number).padStart(2, '0')

/** Null for 31 November. */
function existing(day: string): string | null {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null
}
