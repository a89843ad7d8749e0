import { formatAccountId, parseAccountId } from '@specie/payments/account.ts'

/** An account number as it is stored; null for what is none. */
export function accountNumber(text: string): string | null {
  const parsed = parseAccountId(text)
  return parsed === null ? null : formatAccountId(parsed)
}
