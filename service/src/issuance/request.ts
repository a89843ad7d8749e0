import type { AssetCode } from '@specie/protocol/assets.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { type Answered, completeAnswer, type IdempotentRequest } from '../base/idempotency/once.ts'
import { firstTxid, txidsOf } from '../chains/outbox/operations.ts'
import { insufficientBalance, isShort } from '../ledger/posting/shortage.ts'

// The common part of mint and redemption requests.

/** A stored answer has no hash, which is known only after signing. */
export type Unsigned<Answer> = Omit<Answer, 'txid'> & { txid: string | null }
type Stored = { txid: string | null; requestid: string; validated: boolean }
type Signed<K> = Answered<K & { txid: string }>

/** The answer of a dry run. A repeated request gets its stored answer. */
export async function validated<K extends Stored>(
  env: Env,
  purpose: 'mint' | 'redemption',
  { answer, replayed }: Answered<K>,
  limits: LimitLeft[],
): Promise<Signed<K>> {
  const ids = replayed
    ? { txid: answer.txid ?? (await firstTxid(env, purpose, answer.requestid, 0)) }
    : { txid: '', requestid: '' }
  return { answer: { ...answer, ...ids, validated: true, limits }, replayed }
}

/** Waits for the hash and adds it to the answer. The sender signs within moments. */
export async function signed<K extends Stored>(
  env: Env,
  purpose: 'mint' | 'redemption',
  request: IdempotentRequest,
  { answer, replayed }: Answered<K>,
): Promise<Signed<K>> {
  const txid = answer.txid ?? (await txidOfFirstAnswer(env, purpose, request, answer.requestid, replayed))
  return { answer: { ...answer, txid }, replayed }
}

/**
 * The hash in the first answer, or none if it was not signed in time. Every repetition gets the same bytes. The first hash
 * never changes, so a hash found in time needs no storing. A repetition waits longer than the first call, which therefore
 * decides before it.
 */
async function txidOfFirstAnswer(
  env: Env,
  purpose: 'mint' | 'redemption',
  { institutionId, clreqid }: IdempotentRequest,
  requestid: string,
  replayed: boolean,
): Promise<string> {
  const waitMs = env.config.signingWaitMs * (replayed ? 2 : 1)
  const began = env.clock.elapsed()
  const found = await firstTxid(env, purpose, requestid, waitMs)
  const isInTime = !replayed && found !== '' && env.clock.elapsed() - began <= waitMs
  if (clreqid === undefined || isInTime) return found
  return env.db.tx((tx) =>
    completeAnswer(tx, { institutionId, clreqid }, 'txid', async () => {
      const [first = ''] = (await txidsOf(tx, purpose, [requestid])).get(requestid) ?? []
      return first
    }),
  )
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
