import type { AssetCode } from '@specie/protocol/assets.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import type { Answered } from '../base/idempotency/once.ts'
import { firstTxid } from '../chains/outbox/operations.ts'
import { availableOf } from '../ledger/balances.ts'
import { Refused } from '../ledger/posting/journal.ts'

// What the requests for mints and redemptions have in common.

/** An answer as it is kept: without the hash of a transaction that is yet to be signed. */
export type Unsigned<Answer> = Omit<Answer, 'txid'> & { txid: string | null }
type Kept = { txid: string | null; requestid: string; validated: boolean }
type Signed<K> = Answered<K & { txid: string }>

/** What the answer would be, once all of it is undone; where it was given before, that answer. */
export async function validated<K extends Kept>(
  env: Env,
  purpose: 'mint' | 'redemption',
  told: Answered<K>,
  limits: LimitLeft[],
): Promise<Signed<K>> {
  const { answer, replayed } = told.replayed ? await signed(env, purpose, told) : told
  const ids = replayed ? { txid: answer.txid ?? '' } : { txid: '', requestid: '' }
  return { answer: { ...answer, ...ids, validated: true, limits }, replayed }
}

/** The answer with its hash: the sender signs within moments, and that is waited for. */
export async function signed<K extends Kept>(
  env: Env,
  purpose: 'mint' | 'redemption',
  { answer, replayed }: { answer: K; replayed: boolean },
): Promise<Signed<K>> {
  const txid = answer.txid ?? (await firstTxid(env, purpose, answer.requestid))
  return { answer: { ...answer, txid }, replayed }
}

/** What the ledger refuses because the caller is short is the caller's to know. */
export async function explain(
  error: unknown,
  tx: Tx,
  institutionId: string,
  asset: AssetCode,
  needed: bigint,
): Promise<never> {
  const isShort = error instanceof Refused && error.reason === 'insufficient' && error.account?.owner === institutionId
  if (!isShort) throw error
  const available = await availableOf(tx, institutionId, asset)
  throw new ApiError('insufficient_balance', shortage(asset, available, needed))
}

function shortage(asset: AssetCode, available: bigint, needed: bigint) {
  const text = (minor: bigint) => formatAmount({ asset, minor })
  return { asset, available: text(available), needed: text(needed) }
}
