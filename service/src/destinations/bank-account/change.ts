import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import type { By } from '../../base/state-machine/move.ts'
import { cancelPayouts } from '../../banking/payout/row.ts'
import type { BankAccount } from './row.ts'

type Locked = BankAccount & { institution_id: string }

/** Accounts of other institutions than `institutionId` are not found; null: any institution. */
export async function lockBankAccount(tx: Tx, institutionId: string | null, id: string): Promise<Locked> {
  const [account] = isUuid(id)
    ? await tx.query<Locked>('select * from destinations.bank_account where id = $1 for update', [id])
    : []
  const isTheirs = account !== undefined && (institutionId === null || account.institution_id === institutionId)
  if (!isTheirs) throw new ApiError('not_found', { id }, 'There is no such bank account.')
  return account
}

/**
 * The account gets no more payments. Other registrations of the same number do not change. Payouts that were not sent
 * to the bank yet are canceled.
 */
export async function disableBankAccount(
  env: Env,
  tx: Tx,
  institutionId: string | null,
  id: string,
  by: By,
): Promise<void> {
  const account = await lockBankAccount(tx, institutionId, id)
  const disable = 'update destinations.bank_account set disabled_at = coalesce(disabled_at, $2) where id = $1'
  await tx.query(disable, [id, by.at])
  for (const kind of ['withdrawal', 'redemption'] as const) {
    const subjects = await env.runtime.rooms.unsentPayouts[kind](tx, account)
    await cancelPayouts(env, tx, kind, subjects, 'the bank account was disabled', by)
  }
  const detail = { institutionid: account.institution_id, why: by.why, ...by.from }
  audit(tx, { actor: by.actor, action: 'bankaccount.disabled', subject: id, detail })
}
