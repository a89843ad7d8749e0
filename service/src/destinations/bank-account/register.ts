import { type AccountId, formatAccountId } from '@specie/payments/account.ts'
import type { bankAccountPayload } from '@specie/protocol/portal/bank-accounts.ts'
import type { z } from 'zod'
import { audit } from '../../base/audit/audit.ts'
import { isSqlState, type Sql, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { PayeeAnswer } from '../../base/ports/bank.ts'
import { named } from '../../compliance/screening/party.ts'
import { registerParty } from '../../compliance/screening/register.ts'
import { isOwnAccount } from '../../banking/account/is-own-account.ts'
import { payable } from '../../banking/payout/payable.ts'
import { withRefusal } from '../../people/approval/refusal.ts'
import { bankText, type Currency } from '../../banking/payout/row.ts'
import { checkedLabel, labelTaken } from '../address/labels.ts'
import type { Description } from '../../base/approvable.ts'
import { assertOwn } from '../../people/approval/second-person.ts'

export type Registration = {
  institutionId: string
  label: string
  currency: Currency
  identifier: string
  name: string
  /** Accepts the name regardless of the bank's answer: only in UAT, by its sandbox. */
  accept: boolean
}

/**
 * A registration that passed its checks, with the bank's answer about the name: the payload of `member.bank_account`.
 */
export type CheckedAccount = z.infer<typeof bankAccountPayload>

/** Checks and stores an account for payouts. */
export async function registerBankAccount(env: Env, request: Registration, actor: Omit<By, 'at'>) {
  const checked = await checkedBankAccount(env, request)
  const by = { ...actor, at: env.clock.now() }
  const id = await env.db.tx((tx) => storeBankAccount(env, tx, checked, by))
  return { bankaccountid: id, label: checked.label, confirmation: checked.confirmation, usable: checked.accepted }
}

/**
 * For GBP the payee is confirmed. After `no_match` the account is stored and gets no payments until staff clear it
 * (decide.ts). A bank that cannot confirm does not block the registration.
 */
export async function checkedBankAccount(env: Env, request: Registration): Promise<CheckedAccount> {
  const account = payable(request.currency, request.identifier)
  if ('why' in account) throw badRequest(account.rule, account.why, 'identifier')
  if (bankText(request.name) !== request.name.normalize('NFC').trim())
    throw badRequest('latin', 'Use Latin letters only, because banks transmit no others.', 'name')
  if (await isOwnAccount(env.db, request.identifier))
    throw badRequest('own_account', 'This account belongs to Specie. Register one of your own.', 'identifier')
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
      `insert into destinations.bank_account (id, institution_id, label, currency, identifier, name, confirmation,
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
      if (isSqlState(error, '23505')) throw labelTaken()
      if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
      throw error
    })
  await withRefusal(stored)
  await registerParty(env, tx, institutionid, { kind: 'bank_account', id, part: 'holder', party: named(name) })
  const detail = { institutionid, confirmation: confirmation?.result ?? 'none', ...by.from }
  audit(tx, { actor: by.actor, action: 'bankaccount.registered', subject: id, detail })
  return id
}

export const describeBankAccount = async (_env: Env, _sql: Sql, account: CheckedAccount): Promise<Description> => {
  const { institutionid: institutionId, currency, identifier, name, label } = account
  return { title: `Add the ${currency} account ${identifier} of ${name} as “${label}”`, institutionId }
}

/** Stores the account once a second person has approved it. */
export async function storeApproved(env: Env, tx: Tx, account: CheckedAccount, by: By): Promise<void> {
  await assertOwn(tx, account.institutionid, by)
  await storeBankAccount(env, tx, account, by)
}

/** Confirmation of Payee; null if the bank gives no answer. */
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
