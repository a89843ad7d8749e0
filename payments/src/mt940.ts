import { parseAccountId } from './account.ts'
import { BankFileError, boundedText, type FiatCurrency, limits } from './bankfile.ts'
import type { BankEntry, Statement } from './camt.ts'
import { isRealDate } from './holidays.ts'
import { currencyCode } from './simple-types.ts'
import { readNarrative } from './mt940-narrative.ts'

// MT940, for a bank without a newer format. It is read into the shape of a camt.053, so that later code need not distinguish
// the two. Strict about money, tolerant like the standard otherwise.

/** A field `:61:…` with its continuation lines. */
type Line = { readonly tag: string; readonly text: string; readonly number: number }
type Balance = {
  readonly date: string
  readonly currency: FiatCurrency
  readonly minor: bigint
  readonly final: boolean
}

/** One message: a statement, or a page of one. */
type Page = {
  readonly reference: string
  readonly account: string
  readonly statement: bigint
  readonly opening: Balance
  readonly closing: Balance
  readonly entries: readonly Movement[]
  readonly where: string
}

type Movement = Omit<BankEntry, 'bankref' | 'currency'> & { readonly bankref: string | null }

/** Every statement of the file, its pages joined. Throws `BankFileError`. */
export function readMt940(input: string | Uint8Array): Statement[] {
  const messages = split(boundedText(input))
  if (messages.length === 0) throw new BankFileError('file', 'holds no MT940; a statement begins with :20:')
  const statements: Statement[] = []
  let pages: Page[] = []
  for (const lines of messages) {
    const page = readPage(lines)
    if (pages.length > 0) requireNextPage(pages.at(-1)!, page)
    else if (!page.opening.final) throw new BankFileError(page.where, 'begins with :60M: but no page came before')
    pages.push(page)
    if (!page.closing.final) continue
    statements.push(statementOf(pages))
    pages = []
  }
  if (pages.length > 0) throw new BankFileError(pages.at(-1)!.where, 'ends with :62M: but no page follows')
  return statements
}

/** Lines of each message from `:20:` on; the SWIFT envelope around them is ignored. */
function split(text: string): Line[][] {
  const messages: Line[][] = []
  let current: { tag: string; text: string; number: number } | null = null
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const where = `line ${index + 1}`
    if (/[^\u0020-\u007e\u00a0-\uffff]/.test(line)) throw new BankFileError(where, 'has a control character')
    // The whole line is its text: a Unicode separator (U+2028) must not make an entry vanish.
    const field = /^:(\d{2}[A-Z]?):([^]*)/.exec(line)
    if (field) {
      current = { tag: field[1]!, text: field[2]!, number: index + 1 }
      if (current.tag === '20') messages.push([])
      const message = messages.at(-1)
      if (!message) throw new BankFileError(where, `begins with :${current.tag}: but a statement begins with :20:`)
      message.push(current)
    } else if (line === '-' || line.startsWith('-}') || line.startsWith('{') || line.trim() === '') {
      current = null
    } else if (current) {
      current.text += `\n${line}`
    } else {
      throw new BankFileError(where, 'belongs to no field')
    }
  }
  for (const { tag, text, number } of messages.flat()) {
    // The standard has 390 characters for the longest field; banks write more, but not pages.
    if (text.length > limits.mt940Field) throw new BankFileError(`line ${number}`, `:${tag}: is too long`)
  }
  return messages
}

const known = new Set('20 21 25 25P 28C 28 13D 60F 60M 61 86 90D 90C 62F 62M 64 65'.split(' '))

function readPage(lines: readonly Line[]): Page {
  const where = `line ${lines[0]!.number}`
  const only = (...tags: readonly string[]): Line => {
    const found = lines.filter(({ tag }) => tags.includes(tag))
    if (found.length !== 1) {
      throw new BankFileError(where, `a statement has one :${tags.join(': or :')}: and here are ${found.length}`)
    }
    return found[0]!
  }
  for (const { tag, number } of lines) {
    if (!known.has(tag)) throw new BankFileError(`line ${number}`, `:${tag}: does not belong into an MT940`)
  }
  const [first, account, number, opening, closing] = [
    only('20'),
    only('25', '25P'),
    only('28C', '28'),
    only('60F', '60M'),
    only('62F', '62M'),
  ]
  const placed = [first, account, number, opening, closing]
  if (placed.some((line, index) => index > 0 && line.number < placed[index - 1]!.number)) {
    throw new BankFileError(where, 'has its fields out of order: :20: :25: :28C: :60F: :61: :62F:')
  }
  const statement = /^(\d{1,5})(\/\d{1,5})?$/.exec(number.text)?.[1]
  if (!statement) throw new BankFileError(`line ${number.number}`, 'is not a statement number')
  return {
    reference: first.text,
    account: readAccount(account),
    statement: BigInt(statement),
    opening: readBalance(opening),
    closing: readBalance(closing),
    entries: readEntries(lines, opening, closing),
    where,
  }
}

/** An IBAN, an IBAN followed by its currency, or a BIC and a slash before a number of the bank's own. */
function readAccount({ text, number }: Line): string {
  const plain = text
    .split('\n')[0]!
    .replace(/^[A-Z0-9]{8,11}\//, '')
    .replaceAll(' ', '')
  if (plain === '') throw new BankFileError(`line ${number}`, 'names no account')
  const id = parseAccountId(plain) ?? parseAccountId(plain.replace(/[A-Z]{3}$/, ''))
  return id?.kind === 'iban' ? id.iban : plain
}

function readBalance({ tag, text, number }: Line): Balance {
  const where = `line ${number}`
  const match = /^([CD])(\d{6})([A-Z]{3})([\d,]+)$/.exec(text)
  if (!match) throw new BankFileError(where, `:${tag}: is not a balance such as C260102CHF1234,56`)
  const [, mark, date, currency, amount] = match
  const problem = currencyCode.problem(currency!)
  if (problem) throw new BankFileError(where, `the currency ${problem}`)
  const minor = readAmount(amount!, where)
  return {
    date: readDate(date!, where),
    currency: currency as FiatCurrency,
    minor: mark === 'C' ? minor : -minor,
    final: tag.endsWith('F'),
  }
}

function readEntries(lines: readonly Line[], opening: Line, closing: Line): Movement[] {
  const { currency } = readBalance(opening)
  const entries: Movement[] = []
  for (const [index, line] of lines.entries()) {
    if (line.tag !== '61') continue
    if (line.number < opening.number || line.number > closing.number) {
      throw new BankFileError(`line ${line.number}`, 'is an entry outside of the balances')
    }
    if (entries.length >= limits.entries) throw new BankFileError(`line ${line.number}`, 'is one entry too many')
    const next = lines[index + 1]
    entries.push(readMovement(line, next?.tag === '86' ? next.text : '', currency))
  }
  return entries
}

/** Value date, entry date, mark, funds code, amount, type, customer reference, bank reference, supplement. */
const movement = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d,]*)([NFS][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([^]*))?$/

function readMovement({ text, number }: Line, narrative: string, currency: string): Movement {
  const where = `line ${number}`
  const match = movement.exec(text)
  if (!match) throw new BankFileError(where, ':61: is not an entry such as 2601020102C1234,56NTRFREF//BANKREF')
  const [, value, entry, mark, , amount, type, customer, bank, supplement] = match
  const valueDate = readDate(value!, where)
  const narrated = readNarrative(narrative === '' ? (supplement ?? '') : narrative, currency)
  const reversal = mark!.startsWith('R')
  const customerReference = customer === 'NONREF' || customer === '' ? null : customer!
  return {
    bankref: bank?.trim().replace(/^NONREF$/, '') || narrated.bankref,
    // RC reverses a credit, so it is a debit.
    direction: mark!.endsWith('C') === !reversal ? 'credit' : 'debit',
    amount: readAmount(amount!, where),
    bookingDate: entry ? nearest(entry, valueDate, where) : valueDate,
    valueDate,
    code: type!,
    reversal,
    endToEndId: narrated.endToEndId ?? customerReference,
    instructionId: customerReference,
    reference: narrated.reference,
    unstructured: narrated.text,
    creditorAccount: null,
    counterparty: narrated.counterparty,
    returnReason: narrated.returned && {
      ...narrated.returned,
      originalEndToEndId: narrated.endToEndId ?? customerReference,
    },
  }
}

/** Decimal comma, mandatory even without decimals: `1234,` is 1234.00. */
function readAmount(text: string, where: string): bigint {
  const match = /^(\d{1,14}),(\d{0,2})$/.exec(text)
  if (!match) throw new BankFileError(where, `"${text}" is not an amount with a comma and at most two decimals`)
  return BigInt(match[1]! + match[2]!.padEnd(2, '0'))
}

function readDate(text: string, where: string): string {
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`
  if (!isRealDate(date)) throw new BankFileError(where, `"${text}" is not a date`)
  return date
}

/** The entry date has no year: the nearest existing date of the three years around the value date. */
function nearest(monthDay: string, valueDate: string, where: string): string {
  const year = Number(valueDate.slice(0, 4))
  const distance = (date: string): number => Math.abs(Date.parse(date) - Date.parse(valueDate))
  const [best] = [year, year - 1, year + 1]
    .map((year) => `${year}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`)
    .filter(isRealDate)
    .toSorted((a, b) => distance(a) - distance(b))
  if (!best) throw new BankFileError(where, `"${monthDay}" is not a day of a year`)
  return best
}

function requireNextPage(before: Page, page: Page): void {
  const follows = page.account === before.account && page.statement === before.statement
  const chained = !page.opening.final && page.opening.minor === before.closing.minor
  if (!follows || !chained) throw new BankFileError(page.where, 'is not the next page of the statement before it')
}

/** The numbers of an MT940 restart every year, so the year is prefixed, as in 202600012. */
export const mt940Year = 100_000n

function statementOf(pages: readonly Page[]): Statement {
  const [first, last] = [pages[0]!, pages.at(-1)!]
  const { currency } = first.opening
  if (pages.some(({ opening, closing }) => opening.currency !== currency || closing.currency !== currency)) {
    throw new BankFileError(first.where, 'has balances in two currencies')
  }
  const entries = pages.flatMap(({ entries }) => entries)
  const to = last.closing.date
  return {
    kind: 'camt.053',
    format: 'mt940',
    messageId: first.reference,
    // It has no time of its own, and covers the whole day.
    createdAt: `${to}T23:59:59`,
    account: first.account,
    currency,
    statementId: `${first.statement}`,
    sequence: BigInt(to.slice(0, 4)) * mt940Year + first.statement,
    from: first.opening.date,
    to,
    opening: first.opening.minor,
    closing: last.closing.minor,
    entries: named(entries, `${to}/${first.statement}`).map((entry) => ({ ...entry, currency })),
  }
}

/**
 * The bank reference if it is present and unique; otherwise the position in the statement, which is the same in every reading
 * of the file.
 */
function named(entries: readonly Movement[], statement: string): Omit<BankEntry, 'currency'>[] {
  const seen = new Map<string, number>()
  for (const { bankref } of entries) if (bankref) seen.set(bankref, (seen.get(bankref) ?? 0) + 1)
  return entries.map(({ bankref, ...entry }, index) =>
    bankref && seen.get(bankref) === 1
      ? { ...entry, bankref }
      : { ...entry, bankref: `${statement}/${index + 1}`, unreferenced: true as const },
  )
}
