import { parseAmount } from '@specie/protocol/money.ts'
import type { FiatCurrency } from './bankfile.ts'
import { isRealDate } from './holidays.ts'
import type { SimpleType } from './message.ts'

// The simple types of ISO 20022. White space around a text is significant; around a number or a date it is not.

function leaf<V>(
  problem: SimpleType<V>['problem'],
  parse: SimpleType<V>['parse'],
  print: SimpleType<V>['print'],
): SimpleType<V> {
  return { kind: 'leaf', problem, parse, print }
}

const same = (text: string): string => text

/** By hand: a regular expression for trailing spaces takes quadratic time on spaces in the middle. */
function trimmed(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isSpace(text[from]!)) from += 1
  while (to > from && isSpace(text[to - 1]!)) to -= 1
  return text.slice(from, to)
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n'
}

/** 1 to `max` characters; a character outside the basic plane counts as one. */
export function text(
  max: number,
  form?: RegExp,
  formInWords = 'has a character that is not allowed',
): SimpleType<string> {
  const problem = (value: string): string | null => {
    if (value === '') return 'is empty'
    if (value.length > max && Array.from(value).length > max) return `is longer than ${max} characters`
    return form && !form.test(value) ? `${formInWords}: "${value.slice(0, 40)}"` : null
  }
  return leaf(problem, same, same)
}

export function code<const C extends string>(...codes: readonly C[]): SimpleType<C> {
  const problem = (value: string): string | null =>
    (codes as readonly string[]).includes(value) ? null : `is "${value.slice(0, 40)}" but must be ${codes.join(' or ')}`
  return leaf<C>(problem, (value) => value as C, same)
}

export const bic = text(11, /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'is not a BIC')
export const ibanForm = text(34, /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/, 'does not have the form of an IBAN')
export const country = text(2, /^[A-Z]{2}$/, 'is not a country code')
export const currencyCode = code('CHF', 'GBP')

const zoneForm = '(Z|[+-](0\\d|1[0-4]):[0-5]\\d)?'
const dateForm = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})${zoneForm}$`)
const dateTimeForm = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?${zoneForm}$`)

function dated(form: RegExp, what: string): SimpleType<string>['problem'] {
  return (value) => {
    const date = form.exec(trimmed(value))?.[1]
    return date !== undefined && isRealDate(date) ? null : `is not ${what}: "${value.slice(0, 40)}"`
  }
}

/** The bank's own date; a zone after it is ignored. */
export const date = leaf<string>(dated(dateForm, 'a date'), (value) => trimmed(value).slice(0, 10), same)
export const dateTime = leaf<string>(dated(dateTimeForm, 'a date and time'), trimmed, same)

export const flag = leaf<boolean>(
  (value) => (/^(true|false|1|0)$/.test(trimmed(value)) ? null : 'must be true or false'),
  (value) => ['true', '1'].includes(trimmed(value)),
  String,
)

/** A whole number of at most 18 digits, as a counter or a sequence. */
export function count(digits: number): SimpleType<bigint> {
  const form = new RegExp(`^\\d{1,${digits}}$`)
  return leaf<bigint>(
    (value) => (form.test(trimmed(value)) ? null : `is not a whole number of at most ${digits} digits`),
    (value) => BigInt(trimmed(value)),
    String,
  )
}

/** A sum over amounts of one currency, in its minor units. Zeros after the second decimal are accepted. */
export const total = leaf<bigint>(
  (value) => decimalProblem(withoutIdleZeros(value)),
  (value) => parseAmount(withoutIdleZeros(value), 'CHF').minor,
  printMinor,
)

function withoutIdleZeros(value: string): string {
  return trimmed(value).replace(/(\.\d\d)0+$/, '$1')
}

/** Both currencies have two decimals; a third would need rounding, so it is refused. */
function decimalProblem(value: string): string | null {
  if (!/^\d+(\.\d+)?$/.test(value)) return `is not a plain decimal number: "${value.slice(0, 40)}"`
  if (!/^\d+(\.\d{1,2})?$/.test(value)) return `has more than two decimals: "${value.slice(0, 40)}"`
  if (!/^(0|[1-9]\d{0,15})(\.|$)/.test(value)) return `is out of range: "${value.slice(0, 40)}"`
  return null
}

export function amountProblem(value: string, currency: string | undefined): string | null {
  if (currency === undefined) return 'lacks its currency; the attribute Ccy is missing'
  const wrong = currencyCode.problem(currency)
  return wrong ? `has a currency that ${wrong}` : decimalProblem(trimmed(value))
}

export function parseMoney(value: string, currency: string): { currency: FiatCurrency; minor: bigint } {
  const asset = currency as FiatCurrency
  return { currency: asset, minor: parseAmount(trimmed(value), asset).minor }
}

/** Always with two decimals, as banks write. */
export function printMinor(minor: bigint): string {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
