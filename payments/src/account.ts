import { isIban } from './iban.ts'
import { passesModulus } from './sortcode.ts'

/** A payable account, in machine form: capitals and digits only. */
export type AccountId =
  | { readonly kind: 'iban'; readonly iban: string }
  | { readonly kind: 'uk'; readonly sortcode: string; readonly account: string }

const ukForm = /^(\d{2})[- ]?(\d{2})[- ]?(\d{2})[ /]?(\d{8})$/

/** An IBAN, or a UK sort code and account such as `12-34-56 12345678` or `123456/12345678`; null if a check fails. */
export function parseAccountId(text: string): AccountId | null {
  const uk = ukForm.exec(text.trim())
  if (uk) {
    const sortcode = `${uk[1]}${uk[2]}${uk[3]}`
    const account = uk[4]!
    return passesModulus(sortcode, account) ? { kind: 'uk', sortcode, account } : null
  }
  const iban = text.replaceAll(' ', '').toUpperCase()
  return isIban(iban) ? { kind: 'iban', iban } : null
}

/**
 * Whether this looks like an account number: an IBAN, or a UK sort code and account. Only the form counts, independent of check
 * digits and separators.
 */
export function looksLikeAccount(text: string): boolean {
  const plain = text.replaceAll(/[\s./-]/g, '').toUpperCase()
  if (/^\d{14}$/.test(plain) || isIban(plain)) return true
  // Words may begin like an IBAN; ten digits after its check digits are not a word.
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain) && plain.slice(4).replaceAll(/\D/g, '').length >= 10
}

/** One text per account, so that texts can be compared: the IBAN without spaces, or `12-34-56 12345678`. */
export function formatAccountId(id: AccountId): string {
  return id.kind === 'iban' ? id.iban : formatUkAccount(id.sortcode, id.account)
}

export function formatUkAccount(sortcode: string, account: string): string {
  return `${sortcode.slice(0, 2)}-${sortcode.slice(2, 4)}-${sortcode.slice(4)} ${account}`
}

/** A statement's data about the bank of an account; null if it names none. */
export type AccountBank = { readonly bic: string | null; readonly sortcode: string | null } | null

/**
 * The number of an account without an IBAN, from a statement. 14 digits are a sort code and an account only at a British bank,
 * or in sterling if no bank is named: banks elsewhere have such numbers too. Those stay bare digits.
 */
export function numberText(text: string, bank: AccountBank, currency: string): string {
  const plain = text.replaceAll(/[-\s/]/g, '')
  if (/^\d{8}$/.test(plain) && bank?.sortcode) return formatUkAccount(bank.sortcode, plain)
  if (!/^\d{14}$/.test(plain)) return text
  const [sortcode, account] = [plain.slice(0, 6), plain.slice(6)]
  return isBritish(bank, sortcode, currency) ? formatUkAccount(sortcode, account) : plain
}

function isBritish(bank: AccountBank, sortcode: string, currency: string): boolean {
  if (bank === null) return currency === 'GBP'
  return bank.sortcode === null ? bank.bic?.slice(4, 6) === 'GB' : bank.sortcode === sortcode
}

/** An account in the form that statements are read into; null for bare digits, which may be of any country. */
export function readAccountId(text: string): AccountId | null {
  const id = parseAccountId(text)
  return id !== null && formatAccountId(id) === text ? id : null
}

/** A Swiss or Liechtenstein IBAN with a bank number from 30000 to 31999. It is paid with a QR reference only. */
export function isQrIban(iban: string): boolean {
  return /^(CH|LI)\d{2}3[01]\d{3}/.test(iban) && isIban(iban)
}
