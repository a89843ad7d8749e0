import type { BankEntry } from './entry.ts'
import { dayNumber } from './holidays.ts'
import { isIban } from './iban.ts'

// Whether two reports of the bank describe the same movement. One may be a notification, the other a statement, with more or
// less detail. Only fields that both have are compared.

/** The kinds of files in which a bank reports a movement. Each kind reports it once. */
export const formats = ['camt.054', 'camt.053', 'mt940'] as const
export type Format = (typeof formats)[number]

export type ReportedEntry = BankEntry & { readonly format: Format }

export type EntryMatch = {
  /** `doubtful`: they may be the same, and no common field decides it. */
  readonly verdict: 'same' | 'doubtful' | 'different'
  /** The strength of the match, for comparing pairs. */
  readonly evidence: number
}

const different: EntryMatch = { verdict: 'different', evidence: 0 }
/** More than any sum of the other scores. */
const byReference: EntryMatch = { verdict: 'same', evidence: 100 }

/** For two reports on one account. */
export function compareEntries(a: ReportedEntry, b: ReportedEntry): EntryMatch {
  if (a.direction !== b.direction || a.amount !== b.amount || a.currency !== b.currency) return different
  if (daysApart(a, b) > nearDays) return different
  const given = !a.unreferenced && !b.unreferenced
  if (given && a.bankref === b.bankref && mayBeOne(a, b)) return byReference
  const endToEnd = sameEndToEnd(a, b)
  const reference = sameText(a.reference.value, b.reference.value)
  const account = sameAccount(a.counterparty.account, b.counterparty.account)
  if (endToEnd === false || reference === false || account === false) return different
  const name = sameName(a.counterparty.name, b.counterparty.name)
  const batch = sameText(a.batch?.reference ?? null, b.batch?.reference ?? null)
  const evidence =
    (endToEnd ? 8 : 0) + (reference ? 8 : 0) + (account ? 4 : 0) + (batch ? 4 : 0) + (name ? 2 : 0) + sameDays(a, b)
  const doubts = [
    daysApart(a, b) > 0,
    name === false,
    !sameReturn(a, b),
    given && endToEnd !== true && isWhole(a) === isWhole(b), // a booking and its payments have separate references
  ].filter(Boolean).length
  // A matching payment id or payer has precedence over differences of form: a person decides.
  const isNamed = endToEnd || reference || account
  const isAnother = given && endToEnd !== true && isSameNumbering(a, b) && daysApart(a, b) > 0
  if (doubts > 1 && (!isNamed || isAnother)) return different
  return { verdict: doubts > 0 ? 'doubtful' : 'same', evidence }
}

/** For two reports under one bank reference: no identifying field differs, and they are not weeks apart. */
export function mayBeOne(a: ReportedEntry, b: ReportedEntry): boolean {
  if (isWhole(a) || isWhole(b)) return true
  const differs = [
    sameEndToEnd(a, b),
    sameText(a.reference.value, b.reference.value),
    sameAccount(a.counterparty.account, b.counterparty.account),
  ].includes(false)
  return !differs && daysApart(a, b) <= 2 * nearDays
}

/** Formats differ in their date field, and in its rounding: beyond this distance, it is another payment. */
const nearDays = 4

const datesOf = ({ bookingDate, valueDate }: BankEntry): string[] => [bookingDate, valueDate]

/** Whether both references have the same numbering. Kinds of files may have separate numberings, which look different. */
const isSameNumbering = (a: BankEntry, b: BankEntry): boolean => shapeOf(a.bankref) === shapeOf(b.bankref)

const shapeOf = (reference: string): string => reference.replaceAll(/\d/g, '9').replaceAll(/[A-Z]/gi, 'A')

/** Zero if they share a date, booking or value. */
export function daysApart(a: BankEntry, b: BankEntry): number {
  const gaps = datesOf(a).flatMap((one) => datesOf(b).map((other) => Math.abs(dayNumber(one) - dayNumber(other))))
  return Math.min(...gaps)
}

const sameDays = (a: BankEntry, b: BankEntry): number =>
  a.bookingDate === b.bookingDate && a.valueDate === b.valueDate ? 1 : 0

/** Undefined if one of them has no value. */
const sameText = (a: string | null, b: string | null): boolean | undefined =>
  a === null || b === null ? undefined : plain(a) === plain(b)

const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** One may have the whole IBAN and the other its number, or another kind of number: only two IBANs differ for certain. */
function sameAccount(a: string | null, b: string | null): boolean | undefined {
  if (a === null || b === null) return undefined
  const [one, other] = [plain(a), plain(b)]
  if (one === other || (isInside(one, other) && one.length > 5) || (isInside(other, one) && other.length > 5))
    return true
  return isIban(one) === isIban(other) ? false : undefined
}

const isInside = (part: string, whole: string): boolean => whole.endsWith(part.replace(/^0+/, ''))

/**
 * The customer reference of an MT940 has 16 characters, and may be the end-to-end id, our id of the payment, or another text: a
 * difference proves nothing.
 */
function sameEndToEnd(a: ReportedEntry, b: ReportedEntry): boolean | undefined {
  if (a.endToEndId === null || b.endToEndId === null) return undefined
  if (plain(a.endToEndId) === plain(b.endToEndId)) return true
  const loose = [a, b].find(isLoose)
  if (!loose) return false
  const other = loose === a ? b : a
  const cut = plain(loose.endToEndId!)
  const names = [other.endToEndId, other.instructionId].filter((name) => name !== null)
  return names.some((name) => plain(name) === cut || (cut.length >= 12 && plain(name).startsWith(cut))) || undefined
}

const isLoose = ({ format, endToEndId, instructionId }: ReportedEntry): boolean =>
  format === 'mt940' && endToEndId === instructionId

/** MT940 truncates names, and has no umlauts: Müller, Mueller and Muller match. */
function sameName(a: string | null, b: string | null): boolean | undefined {
  if (a === null || b === null) return undefined
  const [one, other] = [plainName(a), plainName(b)]
  if (one === '' || other === '') return undefined
  return one.startsWith(other) || other.startsWith(one)
}

const plainName = (name: string): string =>
  plain(name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss')).replaceAll(/([AOU])E/g, '$1')

const isReturn = ({ returnReason, reversal }: BankEntry): boolean => returnReason !== null || reversal

/** An MT940 need not mark a credit as a returned payment. */
const sameReturn = (a: ReportedEntry, b: ReportedEntry): boolean =>
  isReturn(a) === isReturn(b) || (a.format === 'mt940' && !isReturn(a)) || (b.format === 'mt940' && !isReturn(b))

const isWhole = ({ batch }: BankEntry): boolean => batch !== undefined && !batch.part

/**
 * Identifies one payment. A booking without details may be several payments, and so may a line of an MT940 with a text only.
 */
export function namesPayment(report: ReportedEntry): boolean {
  if (isWhole(report)) return false
  if (report.format !== 'mt940') return true
  return report.endToEndId !== null || report.reference.value !== null || report.counterparty.account !== null
}

/** Identifies its movement by itself: the details of a camt do, and so does a line of an MT940 with a bank's reference. */
export const isClear = (report: ReportedEntry): boolean =>
  namesPayment(report) && (report.format !== 'mt940' || !report.unreferenced)
