import type { BankEntry, Statement } from './camt.ts'

// An MT940 in the form of a bank without a newer format, for the bank of UAT and for tests.

/** Without references every entry has NONREF, and only its text names the counterparty. */
export function writeMt940(statement: Statement, { references }: { references: boolean }): string {
  const { messageId, account, sequence, currency, from, to, opening, closing, entries } = statement
  return [
    `:20:${messageId.slice(0, 16)}`,
    `:25:${account}`,
    `:28C:${sequence}/1`,
    `:60F:${balance(opening, currency, from)}`,
    ...entries.flatMap((entry) => movement(entry, references)),
    `:62F:${balance(closing, currency, to)}`,
    '-',
    '',
  ].join('\r\n')
}

const shortDate = (date: string): string => date.slice(2).replaceAll('-', '')

const amountText = (minor: bigint): string => `${minor / 100n},${String(minor % 100n).padStart(2, '0')}`

const balance = (minor: bigint, currency: string, date: string): string =>
  `${minor < 0n ? 'D' : 'C'}${shortDate(date)}${currency}${amountText(minor < 0n ? -minor : minor)}`

function movement(entry: BankEntry, references: boolean): string[] {
  const { direction, reversal, valueDate, bookingDate, amount, endToEndId, bankref } = entry
  // A reversal names the reversed side: RC is a reversed credit, and so a debit.
  const mark = reversal ? (direction === 'debit' ? 'RC' : 'RD') : direction === 'credit' ? 'C' : 'D'
  const names = references ? `${(endToEndId ?? 'NONREF').slice(0, 16)}//${bankref}` : 'NONREF'
  const head = `:61:${shortDate(valueDate)}${shortDate(bookingDate).slice(2)}${mark}${amountText(amount)}NTRF${names}`
  const text = references ? narrative(entry) : (entry.counterparty.name ?? '')
  return text === '' ? [head] : [head, `:86:${cut(text)}`]
}

function narrative({ endToEndId, counterparty, reference, unstructured, returnReason }: BankEntry): string {
  const words: [string, string | null | undefined][] = [
    ['/EREF/', endToEndId],
    ['/ORDP//NAME/', counterparty.name],
    ['/IBAN/', counterparty.account],
    ['/RTRN/', returnReason?.code],
    ['/REMI/', reference.value ?? unstructured],
  ]
  return words.map(([word, value]) => (value ? word + value : '')).join('')
}

/** A line of :86: has 65 characters. A line must not begin like a field. */
const cut = (text: string): string =>
  (text.replaceAll(/[^\u0020-\u007e]/g, '.').match(/.{1,65}/g) ?? []).slice(0, 6).join('\r\n')
