import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { institutionName } from '../names.ts'
import { disableBankAccount, lockBankAccount } from './change.ts'
import type { CheckedAccount } from './register.ts'

// Money is paid to accounts of the institution itself. One in another name, or of which the bank says so, waits for the staff,
// as a hosted wallet does.

/** A registration by the institution itself: nobody has looked at it yet, so another name than its own is not accepted. */
export async function acceptedInOwnName(sql: Sql, account: CheckedAccount): Promise<CheckedAccount> {
  const own = await institutionName(sql, account.institutionid)
  return { ...account, accepted: account.accepted && plain(own) === plain(account.name) }
}

/** Why an account is not accepted as it is; null: it is. */
export async function whyNotAccepted(
  sql: Sql,
  { institutionid, name, confirmation }: Pick<CheckedAccount, 'institutionid' | 'name' | 'confirmation'>,
): Promise<string | null> {
  const own = await institutionName(sql, institutionid)
  if (plain(own) !== plain(name))
    return `The account is in the name ${name}, and your institution is ${own}. Our staff decides whether it is yours.`
  if (confirmation?.result !== 'no_match') return null
  const known = confirmation.name === null ? 'under another name' : `under the name ${confirmation.name}`
  return `The bank knows the account ${known}. Our staff decides whether it is yours.`
}

/** Banks write names without accents, punctuation or capitals. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The staff found that it is the institution's own account, or that it is not. */
export async function decideBankAccount(
  env: Env,
  tx: Tx,
  id: string,
  decision: 'clear' | 'reject',
  by: By,
): Promise<'active' | 'disabled'> {
  const { accepted, disabled_at, institution_id } = await lockBankAccount(tx, null, id)
  if (disabled_at !== null) throw badRequest('state', 'This bank account is disabled already.')
  if (accepted) throw badRequest('state', 'This bank account is active already: the institution can disable it.')
  if (decision === 'reject') {
    await disableBankAccount(env, tx, null, id, by)
    return 'disabled'
  }
  await tx.query('update institutions.bank_account set accepted = true where id = $1', [id])
  const detail = { institutionid: institution_id, why: by.why, ...by.from }
  audit(tx, { actor: by.actor, action: 'bankaccount.cleared', subject: id, detail })
  return 'active'
}
