import { formatAccountId, parseAccountId } from '@specie/payments/account.ts'

/** The stored form of an account number; null for text that is no account number. */
export function accountNumber(text: string): string | null {
  const parsed = parseAccountId(text)
  return parsed === null ? null : formatAccountId(parsed)
}
