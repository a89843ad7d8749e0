import { parseAccountId } from '@specie/payments/account.ts'
import { type PayloadOf, payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { change, code, evidence, type Fact, text, words } from '../../base/facts.ts'
import { lockOwnAccounts, ownAccounts, storeAccounts } from './own-accounts.ts'

// For a bank without an interface. Its statements are imported manually, and two members of staff must also enter our
// accounts there, because payers send money to these details.

type Account = PayloadOf<'bank.account'>

/** The payload of `bank.account`, with the check digits of its numbers. */
export const accountSchema = payloads['bank.account'].schema.superRefine((own, context) => {
  for (const field of ['iban', 'qriban'] as const) {
    const number = own[field]
    if (number === null || parseAccountId(number)?.kind === 'iban') continue
    context.addIssue({
      code: 'custom',
      path: [field],
      message: 'not an IBAN; its check digits or its length are wrong',
    })
  }
})

export const describeAccount = async (
  _env: Env,
  _sql: Sql,
  { iban, purpose, currency }: Account,
): Promise<Description> => ({
  title: `Register ${iban} as our account for ${purpose.replace('_', ' ')} in ${currency}`,
  institutionId: null,
})

/** The act of an approved `bank.account`. The purpose of an account never changes; another account can take it over. */
export async function enterAccount(
  _env: Env,
  tx: Tx,
  own: Account,
  { maker, checker, why }: ApprovalActor,
): Promise<void> {
  for (const known of await lockOwnAccounts(tx)) {
    const { iban, purpose, currency } = known
    const isSame = purpose === own.purpose && currency === own.currency
    if (iban === own.iban && !isSame)
      throw badRequest('purpose', `${iban} is already registered as ${purpose} in ${currency}.`, 'iban')
    if (iban !== own.iban && isSame)
      throw badRequest('purpose', `${iban} is already the account for ${purpose} in ${currency}.`, 'purpose')
    if (iban !== own.iban && own.qriban !== null && known.qriban === own.qriban)
      throw badRequest('qriban', `The QR-IBAN of ${iban} is already ${own.qriban}.`, 'qriban')
  }
  await storeAccounts(tx, [own])
  const details = Object.fromEntries(Object.entries(own).map(([field, value]) => [field, value ?? '']))
  audit(tx, { actor: checker, action: 'bank_account.told', subject: own.iban, detail: { ...details, maker, why } })
}

/** Each detail before and after; for a new account, everything is new. */
export async function accountFacts(_env: Env, sql: Sql, own: Account): Promise<Fact[]> {
  const known = (await ownAccounts(sql)).find(({ iban }) => iban === own.iban)
  const taken = (await ownAccounts(sql)).find(
    ({ iban, purpose, currency }) => iban !== own.iban && purpose === own.purpose && currency === own.currency,
  )
  const labels = {
    name: 'Name',
    bic: 'BIC',
    qriban: 'QR-IBAN',
    sortcode: 'Sort code',
    account: 'Account number',
  } as const
  return [
    text('Account', known ? 'changed; it is registered already' : 'new'),
    code('IBAN', own.iban),
    text('Purpose', words(own.purpose)),
    text('Currency', own.currency),
    ...(Object.keys(labels) as (keyof typeof labels)[]).map((field) =>
      change(labels[field], known?.[field] ?? null, own[field]),
    ),
    evidence(code('Account for this purpose until now', taken?.iban ?? known?.iban ?? null)),
  ]
}
