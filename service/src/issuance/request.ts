import type { AssetCode } from '@specie/protocol/assets.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Answered } from '../base/idempotency/once.ts'
import { firstTxid } from '../chains/outbox/operations.ts'
import { insufficientBalance, isShort } from '../ledger/shortage.ts'

// What mint and redemption requests have in common.

/** An answer as stored: without the hash, which is known after signing. */
export type Unsigned<Answer> = Omit<Answer, 'txid'> & { txid: string | null }
type Stored = { txid: string | null; requestid: string; validated: boolean }
type Signed<K> = Answered<K & { txid: string }>

/** The answer of a dry run. A request that was answered before gets that answer. */
export async function validated<K extends Stored>(
  env: Env,
  purpose: 'mint' | 'redemption',
  result: Answered<K>,
  limits: LimitLeft[],
): Promise<Signed<K>> {
  const { answer, replayed } = result.replayed ? await signed(env, purpose, result) : result
  const ids = replayed ? { txid: answer.txid ?? '' } : { txid: '', requestid: '' }
  return { answer: { ...answer, ...ids, validated: true, limits }, replayed }
}

/** Waits for the hash and adds it to the answer: the sender signs within moments. */
export async function signed<K extends Stored>(
  env: Env,
  purpose: 'mint' | 'redemption',
  { answer, replayed }: { answer: K; replayed: boolean },
): Promise<Signed<K>> {
  const txid = answer.txid ?? (await firstTxid(env, purpose, answer.requestid))
  return { answer: { ...answer, txid }, replayed }
}

/** Turns a refusal by the ledger into `insufficient_balance`, if the caller's balance is the reason. */
export async function explain(
  error: unknown,
  tx: Tx,
  institutionId: string,
  asset: AssetCode,
  needed: bigint,
): Promise<never> {
  if (!isShort(error, institutionId)) throw error
  throw await insufficientBalance(tx, institutionId, asset, needed)
}
