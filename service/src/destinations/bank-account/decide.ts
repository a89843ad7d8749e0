import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import type { Description } from '../../base/approvable.ts'
import { withRefusal } from '../../people/approval/refusal.ts'
import { institutionName } from '../../directory/institutions.ts'
import { disableBankAccount, lockBankAccount } from './change.ts'
import type { CheckedAccount } from './register.ts'

// Money is paid to the institution's own accounts. An account in another name, by its registration or by the bank,
// waits for staff, like a hosted wallet.

/** A registration by the institution itself is unreviewed, so only its own name is accepted. */
export async function isAcceptedInOwnName(sql: Sql, account: CheckedAccount): Promise<CheckedAccount> {
  const own = await institutionName(sql, account.institutionid)
  return { ...account, accepted: account.accepted && plain(own) === plain(account.name) }
}

/** The reason why an account is not accepted in its current form; null when it is. */
export async function whyNotAccepted(
  sql: Sql,
  { institutionid, name, confirmation }: Pick<CheckedAccount, 'institutionid' | 'name' | 'confirmation'>,
): Promise<string | null> {
  const own = await institutionName(sql, institutionid)
  if (plain(own) !== plain(name))
    return `The account is in the name ${name}, and your institution is ${own}. Our staff decide whether it is yours.`
  if (confirmation?.result !== 'no_match') return null
  const known = confirmation.name === null ? 'under another name' : `under the name ${confirmation.name}`
  return `The bank knows the account ${known}. Our staff decide whether it is yours.`
}

/** Banks write names without accents, punctuation or capitals. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The account that staff decide on. Throws if it does not wait for a decision. */
async function lockWaiting(tx: Tx, id: string) {
  const { accepted, disabled_at, institution_id } = await lockBankAccount(tx, null, id)
  if (disabled_at !== null) throw badRequest('state', 'This bank account is already removed.')
  if (accepted) throw badRequest('state', 'This bank account is already active. The institution can remove it.')
  return institution_id
}

/** A staff member finds that it is not the institution's own. */
export async function rejectBankAccount(env: Env, tx: Tx, id: string, by: By): Promise<void> {
  await lockWaiting(tx, id)
  await disableBankAccount(env, tx, null, id, by)
}

type Clear = PayloadOf<'bank_account.clear'>

/** Two of the staff find that it is. */
export async function clearBankAccount(_env: Env, tx: Tx, { accountid: id }: Clear, by: By): Promise<void> {
  const institutionid = await lockWaiting(tx, id)
  await withRefusal(tx.query('update destinations.bank_account set accepted = true where id = $1', [id]))
  audit(tx, { actor: by.actor, action: 'bankaccount.cleared', subject: id, detail: { institutionid, why: by.why } })
}

export async function describeClearing(_env: Env, sql: Sql, { accountid: id }: Clear): Promise<Description> {
  const [account] = await sql.query<{ identifier: string; name: string; institutionId: string }>(
    'select identifier, name, institution_id as "institutionId" from destinations.bank_account where id = $1',
    [id],
  )
  const what = account ? `${account.identifier} of ${account.name}` : `the bank account ${id}`
  return { title: `Pay to ${what}`, institutionId: account?.institutionId ?? null }
}
