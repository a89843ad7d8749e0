import { type AccountId, formatAccountId } from '@specie/payments/account.ts'
import type { bankAccountPayload } from '@specie/protocol/people/addresses.ts'
import type { z } from 'zod'
import { audit } from '../../base/audit/audit.ts'
import { isSqlState, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { PayeeAnswer } from '../../base/ports/bank.ts'
import { isOwnAccount } from '../../banking/account/is-own-account.ts'
import { payable } from '../../banking/payout/payable.ts'
import { isUuid } from '../../base/ids.ts'
import { refusable } from '../../people/approval/refusal.ts'
import { bankText, type Currency, cancelPayoutsTo } from '../../banking/payout/row.ts'
import type { BankAccount } from './row.ts'
import { checkedLabel } from '../address/labels.ts'
import { assertOwn } from '../second-person.ts'

export type Registration = {
  institutionId: string
  label: string
  currency: Currency
  identifier: string
  name: string
  /** Pay there even if the bank reports another name. */
  accept: boolean
}

/** A registration that passed its checks, with what the bank said of the name: the payload of `member.bank_account`. */
export type CheckedAccount = z.infer<typeof bankAccountPayload>

/** Checks and stores an account for payouts. */
export async function registerBankAccount(env: Env, request: Registration, actor: Omit<By, 'at'>) {
  const checked = await checkedBankAccount(env, request)
  const by = { ...actor, at: env.clock.now() }
  const id = await env.db.tx((tx) => storeBankAccount(env, tx, checked, by))
  return { bankaccountid: id, label: checked.label, confirmation: checked.confirmation, usable: checked.accepted }
}

/**
 * For GBP the payee is confirmed: after `no_match` the account is stored but not paid to, unless the caller accepts that. A
 * bank that cannot confirm does not block the registration.
 */
export async function checkedBankAccount(env: Env, request: Registration): Promise<CheckedAccount> {
  const account = payable(request.currency, request.identifier)
  if ('why' in account) throw badRequest(account.rule, account.why, 'identifier')
  if (bankText(request.name) !== request.name.normalize('NFC').trim())
    throw badRequest('latin', 'Banks carry Latin letters only.', 'name')
  if (await isOwnAccount(env.db, request.identifier))
    throw badRequest('own_account', 'This account is one of Specie itself, not yours.', 'identifier')
  const { accept, institutionId: institutionid, ...rest } = request
  const label = checkedLabel(request.label)
  const confirmation = await confirmed(env, account, request)
  const accepted = confirmation?.result !== 'no_match' || accept
  return { ...rest, institutionid, label, identifier: formatAccountId(account), confirmation, accepted }
}

export async function storeBankAccount(env: Env, tx: Tx, account: CheckedAccount, by: By): Promise<string> {
  const { institutionid, label, currency, identifier, name, confirmation, accepted } = account
  const id = env.ids.uuid(by.at)
  const stored = tx
    .query(
      `insert into institutions.bank_account (id, institution_id, label, currency, identifier, name, confirmation,
         confirmed_name, accepted, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        institutionid,
        label,
        currency,
        identifier,
        name,
        confirmation?.result ?? null,
        confirmation?.name ?? null,
        accepted,
        by.at,
      ],
    )
    .catch((error: unknown) => {
      if (isSqlState(error, '23505')) throw badRequest('label_taken', 'This label is in use.', 'label')
      if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
      throw error
    })
  await refusable(stored)
  const detail = { institutionid, confirmation: confirmation?.result ?? 'none', ...by.from }
  audit(tx, { actor: by.actor, action: 'bankaccount.registered', subject: id, detail })
  return id
}

/** What the approval of a second person carries out. */
export async function storeApproved(env: Env, tx: Tx, account: CheckedAccount, by: By): Promise<void> {
  await assertOwn(tx, account.institutionid, by)
  await storeBankAccount(env, tx, account, by)
}

/** Confirmation of Payee; null when the bank gives no answer. */
async function confirmed(env: Env, account: AccountId, { currency, name }: Registration): Promise<PayeeAnswer | null> {
  if (currency !== 'GBP') return null
  try {
    if (env.bank !== null) return await env.bank.confirmPayee({ ...ukNumbers(account), name })
  } catch (error) {
    env.log.warn({ err: error }, 'the payee could not be confirmed')
  }
  return { result: 'unavailable', name: null }
}

/** A UK IBAN contains the sort code and the account number: GB, check digits, bank, then these two. */
const ukNumbers = (id: AccountId): { sortcode: string; account: string } =>
  id.kind === 'uk'
    ? { sortcode: id.sortcode, account: id.account }
    : { sortcode: id.iban.slice(8, 14), account: id.iban.slice(14, 22) }

/**
 * Nothing is paid there any more. Payouts that were not sent to the bank yet are canceled. One of another institution than
 * `institutionId` is not found; null: anybody's.
 */
export async function disableBankAccount(
  env: Env,
  tx: Tx,
  institutionId: string | null,
  id: string,
  by: By,
): Promise<void> {
  const [account] = isUuid(id)
    ? await tx.query<BankAccount & { institution_id: string }>(
        'select * from institutions.bank_account where id = $1 for update',
        [id],
      )
    : []
  const isTheirs = account !== undefined && (institutionId === null || account.institution_id === institutionId)
  if (!isTheirs) throw new ApiError('not_found', { id }, 'There is no such bank account.')
  const disable = 'update institutions.bank_account set disabled_at = coalesce(disabled_at, $2) where id = $1'
  await tx.query(disable, [id, by.at])
  const { institution_id, identifier, currency } = account
  const creditor = { institutionId: institution_id, account: identifier, currency }
  await cancelPayoutsTo(env, tx, creditor, 'the bank account was disabled', by)
  const detail = { why: by.why, ...by.from }
  audit(tx, { actor: by.actor, action: 'bankaccount.disabled', subject: id, detail })
}
