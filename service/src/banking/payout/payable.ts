import { type AccountId, isQrIban, parseAccountId } from '@specie/payments/account.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'

export type Unpayable = { readonly rule: 'account_checksum' | 'reachable' | 'qr_iban'; readonly why: string }

/**
 * Why no order to the bank can pay this account in this currency, as a sentence; null if one can. Checked for every
 * payout, because one invalid payment would invalidate the whole order.
 */
export function unpayable(currency: OwnAccount['currency'], account: AccountId): string | null {
  if (currency === 'CHF' && account.kind !== 'iban') return 'Francs are paid to an IBAN only.'
  if (account.kind === 'iban' && isQrIban(account.iban)) return 'A QR-IBAN is paid with a QR reference only.'
  return null
}

/** The parsed account if the currency's payment system can reach it, otherwise what is wrong. */
export function payable(currency: OwnAccount['currency'], identifier: string): AccountId | Unpayable {
  const id = parseAccountId(identifier)
  if (id === null) {
    return {
      rule: 'account_checksum',
      why: 'Neither an IBAN nor a sort code with an account number, or its check digits are wrong.',
    }
  }
  if (currency === 'GBP') {
    const isForeign = id.kind === 'iban' && !id.iban.startsWith('GB')
    return isForeign ? { rule: 'reachable', why: 'GBP is paid to UK accounts only.' } : id
  }
  if (id.kind !== 'iban' || !/^(CH|LI)/.test(id.iban)) {
    return { rule: 'reachable', why: 'CHF is paid to an IBAN in Switzerland or Liechtenstein only.' }
  }
  if (!isQrIban(id.iban)) return id
  return { rule: 'qr_iban', why: 'A QR-IBAN is for invoices only. Name the account’s own IBAN.' }
}
