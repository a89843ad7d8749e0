import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { assess } from './assess.ts'
import { assertComplete, readCaseFile } from './case-file.ts'
import { lockCase, moveCase, note, notNow } from './row.ts'

/** The institution submits its case. It is screened and scored, and then waits for people. */
export async function submitCase(env: Env, tx: Tx, institutionId: string, by: By): Promise<void> {
  const locked = await lockCase(tx, institutionId)
  const submitted = await moveCase(tx, locked, 'submit', by)
  const file = await readCaseFile(env, tx, locked)
  assertComplete(file)
  await tx.query('update onboarding.kyb_case set submitted_at = $2 where id = $1', [locked.id, by.at])
  const screening = await moveCase(tx, submitted, 'screen', by)
  const { edd } = await assess(env, tx, file, by)
  await moveCase(tx, screening, edd ? 'require_edd' : 'clear', by)
  note(tx, by, 'kyb.submitted', institutionId)
}

/** Staff have completed enhanced due diligence, and the institution has answered all information requests. */
export async function completeEdd(env: Env, tx: Tx, institutionId: string, by: By): Promise<void> {
  const kyb = await lockCase(tx, institutionId)
  await moveCase(tx, kyb, 'complete_edd', by)
  assertComplete(await readCaseFile(env, tx, kyb))
  note(tx, by, 'kyb.edd_completed', institutionId)
}

const underReview = new Set(['periodic_review', 'review_overdue'])

/** In a periodic review the institution confirms all its data, including unchanged data. */
export async function confirmReview(env: Env, tx: Tx, institutionId: string, by: By): Promise<void> {
  const kyb = await lockCase(tx, institutionId)
  if (!underReview.has(kyb.state)) throw notNow(kyb)
  const file = await readCaseFile(env, tx, kyb)
  assertComplete(file, 'review.confirm')
  await assess(env, tx, file, by)
  await tx.query('update onboarding.kyb_case set confirmed_at = $2 where id = $1', [kyb.id, by.at])
  note(tx, by, 'kyb.review_confirmed', institutionId)
}
