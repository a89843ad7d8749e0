import { formatAccountId, parseAccountId } from '@specie/payments/account.ts'
import { isOwnAccount } from '../../banking/account/is-own-account.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { OwnAccount, PayeeAnswer } from '../../base/ports/bank.ts'
import { type Naming, namingOf, normalText } from '../address/labels.ts'

/** A bank account to which an institution may be paid. */
export type BankAccount = {
  id: string
  label: string
  currency: OwnAccount['currency']
  identifier: string
  name: string
  confirmation: PayeeAnswer['result'] | null
  accepted: boolean
  disabled_at: Date | null
}

/**
 * The registered account that a caller names by account number, id or label, or a 403 that explains why it cannot be
 * used. An account number always means that account, regardless of labels. `field` is the caller's field.
 */
export async function payableAccount(
  sql: Sql,
  institutionId: string,
  currency: OwnAccount['currency'],
  named: string,
  field: string,
): Promise<BankAccount> {
  const refuse = (reason: string, message: string): ApiError => refusal(field, reason, message)
  const found = await namedAccounts(sql, institutionId, normalText(named))
  if (found.length === 0) {
    throw refuse(
      'unknown_destination',
      'No bank account with this number, id or label is registered. Labels are case-sensitive.',
    )
  }
  const enabled = found.filter((one) => one.disabled_at === null)
  if (enabled.length === 0) throw disabled(field)
  const inCurrency = enabled.filter((one) => one.currency === currency)
  if (inCurrency.length === 0) throw refuse('currency', `This bank account is for ${enabled[0]!.currency}.`)
  if (inCurrency.length > 1) {
    throw refuse('ambiguous', 'Several bank accounts match. Name the one that you mean by its id.')
  }
  const [account] = inCurrency as [BankAccount]
  if (!account.accepted)
    throw refuse(
      'payee_not_confirmed',
      'Our staff have not confirmed yet that this account is yours. Wait for their decision.',
    )
  if (await isOwnAccount(sql, account.identifier)) {
    throw refuse('own_account', 'This bank account belongs to Specie. Name one of your own.')
  }
  return account
}

const refusal = (field: string, reason: string, message: string): ApiError =>
  new ApiError('bank_account_not_registered', { field, reason }, message)

const disabled = (field: string): ApiError => refusal(field, 'disabled', 'This bank account is removed.')

/**
 * Refuses a request when its account was disabled while the request was being checked. Called before money moves.
 * Disabling locks the account first, then balances.
 */
export async function assertPayable(tx: Tx, id: string, field: string): Promise<void> {
  const account = (await lockBankAccounts(tx, [id])).get(id)
  if (account === undefined || !isPayable(account)) throw disabled(field)
}

/** These accounts by id. They are locked until the transaction ends: a concurrent disabling waits, or is visible. */
export async function lockBankAccounts(tx: Tx, ids: readonly string[]): Promise<Map<string, BankAccount>> {
  const rows = await tx.query<BankAccount>(
    'select * from destinations.bank_account where id = any($1) order by id for share',
    [ids],
  )
  return new Map(rows.map((account) => [account.id, account]))
}

/** Whether the account may be paid now. */
export const isPayable = ({ accepted, disabled_at }: BankAccount): boolean => accepted && disabled_at === null

/** The creditor in the bank's form. */
export function creditorOf({ id, identifier, name }: BankAccount) {
  const account = parseAccountId(identifier)
  if (account === null) throw new Error(`bank account ${id} has no valid account number`)
  return { name, account, bic: null }
}

const matching: { readonly [naming in Naming]: string | null } = {
  account: 'identifier = $2',
  id: 'id = lower($2)::uuid',
  label: 'normalize(label, NFC) = $2',
  address: null,
}

async function namedAccounts(sql: Sql, institutionId: string, text: string): Promise<BankAccount[]> {
  const naming = namingOf(text)
  const condition = matching[naming]
  if (condition === null) return []
  const number = naming === 'account' ? parseAccountId(text) : null
  return sql.query<BankAccount>(`select * from destinations.bank_account where institution_id = $1 and ${condition}`, [
    institutionId,
    number === null ? text : formatAccountId(number),
  ])
}
