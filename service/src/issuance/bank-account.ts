import type { Sql } from '../base/db.ts'
import { ApiError } from '../base/http/errors.ts'
import type { OwnAccount } from '../base/ports.ts'

export type BankAccount = {
  id: string
  label: string
  identifier: string
  name: string
  accepted: boolean
  disabled_at: Date | null
}

type Row = BankAccount & { currency: OwnAccount['currency'] }

/** The registered account that a caller names by label or id; a 403 that says why it cannot be paid to. */
export async function payableAccount(
  sql: Sql,
  institutionId: string,
  currency: OwnAccount['currency'],
  named: string,
): Promise<BankAccount> {
  const [found] = await sql.query<Row>(
    `select * from transfers.bank_account where institution_id = $1 and (label = $2 or id::text = $2)
     order by label = $2 desc limit 1`,
    [institutionId, named],
  )
  if (!found) throw notPayable('unknown_destination', 'No bank account with this label or id is registered.')
  if (found.disabled_at !== null) throw notPayable('disabled', 'This bank account is disabled.')
  if (found.currency !== currency) throw notPayable('currency', `This bank account takes ${found.currency}.`)
  if (!found.accepted) throw notPayable('payee_not_confirmed', 'The bank knows this account under another name.')
  return found
}

const notPayable = (reason: string, message: string): ApiError =>
  new ApiError('external_wallet_not_whitelisted', { field: 'bankaccount', reason }, message)
