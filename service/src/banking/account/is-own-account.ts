import { formatAccountId, formatUkAccount, parseAccountId } from '@specie/payments/account.ts'
import type { Sql } from '../../base/database/db.ts'
import { namedAccount, ownAccounts } from './own-accounts.ts'

/** True for our accounts at the bank and for the virtual accounts that institutions' payers pay to. */
export async function isOwnAccount(sql: Sql, identifier: string): Promise<boolean> {
  const id = parseAccountId(identifier)
  if (id === null) return false
  // A UK IBAN ends with sort code and account number: GB, check digits, bank code, then these two.
  const uk =
    id.kind === 'uk'
      ? formatUkAccount(id.sortcode, id.account)
      : id.iban.startsWith('GB')
        ? formatUkAccount(id.iban.slice(8, 14), id.iban.slice(14, 22))
        : null
  const own = await ownAccounts(sql)
  if ([formatAccountId(id), uk].some((name) => name !== null && namedAccount(own, name) !== undefined)) return true
  const virtual = await sql.query(`select 1 from banking.reference where currency = 'GBP' and value = $1`, [uk])
  return virtual.length > 0
}
