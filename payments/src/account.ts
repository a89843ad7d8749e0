import { isIban } from './iban.ts'
import { passesModulus } from './sortcode.ts'

/** An account that money can be paid to, in machine form: capitals and digits only. */
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
 * Does this read as an account number? By its form, whatever its check digits say and whatever stands between the digits: an
 * IBAN, or a UK sort code and account.
 */
export function looksLikeAccount(text: string): boolean {
  const plain = text.replaceAll(/[\s./-]/g, '').toUpperCase()
  if (/^\d{14}$/.test(plain) || isIban(plain)) return true
  // Words may begin like an IBAN; ten digits behind its check digits are no word.
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain) && plain.slice(4).replaceAll(/\D/g, '').length >= 10
}

/** One text per account, so that texts can be compared: the IBAN without spaces, or `12-34-56 12345678`. */
export function formatAccountId(id: AccountId): string {
  return id.kind === 'iban' ? id.iban : formatUkAccount(id.sortcode, id.account)
}

export function formatUkAccount(sortcode: string, account: string): string {
  return `${sortcode.slice(0, 2)}-${sortcode.slice(2, 4)}-${sortcode.slice(4)} ${account}`
}

/** A Swiss or Liechtenstein IBAN with a bank number from 30000 to 31999: it is paid with a QR reference only. */
export function isQrIban(iban: string): boolean {
  return /^(CH|LI)\d{2}3[01]\d{3}/.test(iban) && isIban(iban)
}
